import { setTimeout as delay } from 'node:timers/promises';
import { type LogPlace, OtherLogError } from './log-place.ts';
import { runSubscription, type SubscriptionOptions, type SubscriptionStatus } from './subscription-runner.ts';

/** Where a follower keeps how far it is. */
export type CheckpointPort = {
  /** null before the first save. */
  load(): Promise<LogPlace | null>;
  save(place: LogPlace): Promise<void>;
  /** Notes for people why the follower stopped at its place; null when the log is the right one. */
  noteHalt(reason: string | null): Promise<void>;
};

export type FollowerPlace = { readonly name: string; readonly place: LogPlace };

/** How often it is looked whether the log has become the right one, or the checkpoint was moved to this one. */
const OTHER_LOG_RETRY_MS = 2_000;

type Options<Event> = Omit<SubscriptionOptions<Event>, 'from' | 'onProven'> & { readonly checkpoint: CheckpointPort };

/** How often a store of checkpoints that is away is asked again. */
const AWAY_RETRY_MS = 1_000;
const STOPPED: SubscriptionStatus = { state: 'stopped', position: null, lagSeconds: 0, caughtUp: false, error: null };

/** The answer of the store of checkpoints, which may be away, also at the start. Undefined after an abort. */
async function whenItCan<T>(
  ask: () => Promise<T>,
  { signal, logger }: Pick<SubscriptionOptions<never>, 'signal' | 'logger'>,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await ask();
    } catch (error) {
      logger.warn({ err: error }, 'the place in the log cannot be had just now: asking again');
      await delay(AWAY_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/**
 * {@link runSubscription} from a checkpoint. While the log does not have the checkpoint's event, it waits, and notes why
 * beside the checkpoint: `ledger followers --accept` moves it to the log as it is.
 */
export async function followFromCheckpoint<Event>({
  checkpoint,
  ...options
}: Options<Event>): Promise<SubscriptionStatus> {
  const { signal, logger } = options;
  let noted = '';
  for (;;) {
    const from = await whenItCan(() => checkpoint.load(), options);
    if (from === undefined) return STOPPED;
    const status = await runSubscription({ ...options, from, onProven: () => checkpoint.noteHalt(null) });
    if (!(status.cause instanceof OtherLogError)) return status;
    const { message } = status.cause;
    if (message !== noted) logger.error({ reason: message }, 'waiting: docs/runbooks/log-set-back.md');
    noted = message;
    await whenItCan(() => checkpoint.noteHalt(message), options);
    await delay(OTHER_LOG_RETRY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { ...status, error: null };
  }
}
