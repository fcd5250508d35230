import { setTimeout as delay } from 'node:timers/promises';
import type { BffDeps } from '#bff/kit/deps.ts';
import { DomainError } from '#core/kernel/errors.ts';

const LOOK_EVERY_MS = 2_000;

type FollowedLog = {
  readonly ledger: BffDeps['ledger'];
  /** Looks now, and then every two seconds; it resolves after the first look. Before it is called, nothing is refused. */
  watch(signal: AbortSignal): Promise<void>;
};

/**
 * The ledger while the read models follow its log. It books nothing where they say that the log is another one, such as after a change of its
 * address: what is booked there would be in no list, and lost once the right address is back.
 */
export function onFollowedLog(
  ledger: BffDeps['ledger'],
  { readModels, logger }: Pick<BffDeps, 'readModels' | 'logger'>,
): FollowedLog {
  let isOther = false;
  async function look(): Promise<void> {
    try {
      const wasOther = isOther;
      isOther = (await readModels.freshness())?.haltedKind === 'other-log';
      if (isOther && !wasOther)
        logger.error(
          'the log is not the one that was followed before: nothing is booked (docs/runbooks/log-set-back.md)',
        );
    } catch {
      // Postgres is away: nothing is booked without it, and what was known before holds.
    }
  }
  return {
    ledger: {
      async execute(command, context) {
        if (isOther)
          throw new DomainError('unavailable', 'The store is being repaired. Nothing was booked: try again later.');
        return ledger.execute(command, context);
      },
    },
    async watch(signal) {
      await look();
      void (async () => {
        while (!signal.aborted) {
          await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
          if (!signal.aborted) await look();
        }
      })();
    },
  };
}
