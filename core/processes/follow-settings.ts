import { ledgerCodec, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { SETTINGS_ID } from '#core/aggregates/settings/events.ts';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';
import { followFromCheckpoint } from '#core/kernel/following/checkpoint.ts';
import { type LogPlace, placeOf } from '#core/kernel/following/log-place.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import {
  isOfSettings,
  NO_SETTINGS,
  readSettings,
  SETTINGS_UNREAD,
  type SettingsReader,
  settingsAfter,
} from '#core/ledger/settings.ts';

/** How long a process that starts waits for the settings. It starts without them where the store is away, and has them as soon as it is back. */
const FIRST_READ_MS = 5_000;

type Waiting = { readonly position: bigint; done(): void };

/**
 * Follows the settings' stream until it is closed. Resolves when they are read, or when that takes too long. Where the log does not have
 * their last event, they are refused and looked for again: the node that answers may be behind.
 */
export async function followSettings({
  store,
  logger,
  firstReadMs = FIRST_READ_MS,
}: {
  readonly store: EventStore;
  readonly logger: Logger;
  /** How long they are waited for. */
  readonly firstReadMs?: number | undefined;
}): Promise<SettingsReader & { close(): Promise<void> }> {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  const waiting = new Set<Waiting>();
  let settings = NO_SETTINGS;
  let place: LogPlace | null = null;
  let isRead = false;
  let problem: string | null = null;

  const following = followFromCheckpoint({
    store,
    logger,
    signal: stopping.signal,
    prefixes: [`settings-${SETTINGS_ID}`],
    checkpoint: {
      load: async () => place ?? (await begin()),
      save: async () => {},
      async noteHalt(reason) {
        problem = reason;
      },
    },
    decode: ledgerCodec.decode,
    async onBatch(events, reached) {
      settings = settingsAfter(settings, events.filter(isOfSettings));
      place = reached;
      for (const each of waiting) if (each.position <= reached.position) each.done();
    },
    onStatus({ state, caughtUp, error }) {
      if (state === 'stopped') problem = error;
      if (caughtUp && !isRead) {
        isRead = true;
        first.resolve();
      }
      if (state === 'stopped') first.resolve();
    },
  });

  /** Reads their own stream, so that the log need not be searched for them: it is followed from its present end. */
  async function begin(): Promise<LogPlace | null> {
    for await (const newest of store.readAll({ direction: 'backwards', prefixes: STREAM_PREFIXES, maxCount: 1 })) {
      try {
        const events = await readSettings(store);
        settings = settingsAfter(
          NO_SETTINGS,
          events.filter(({ position }) => position <= newest.position),
        );
        place = placeOf(newest);
      } catch (error) {
        // An event that cannot be read: it is met again by following from the beginning, which stops there.
        if (isDomainError(error, 'unavailable')) throw error;
      }
    }
    return place;
  }

  const tooLong = setTimeout(() => {
    logger.warn({}, 'the settings could not be read yet: the process starts without them');
    first.resolve();
  }, firstReadMs);
  await first.promise;
  clearTimeout(tooLong);

  return {
    now() {
      if (isRead && problem === null) return settings;
      throw new DomainError('unavailable', SETTINGS_UNREAD);
    },
    async reached(position, timeoutMs) {
      if (place !== null && position <= place.position) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const one: Waiting = { position, done: () => resolve(true) };
      waiting.add(one);
      const timer = setTimeout(() => resolve(false), timeoutMs);
      const isReached = await promise;
      clearTimeout(timer);
      waiting.delete(one);
      return isReached;
    },
    async close() {
      stopping.abort();
      await following;
    },
  };
}
