import { AsyncLocalStorage } from 'node:async_hooks';
import type { StandbyReads } from '#bff/kit/ports/standby-reads.ts';
import type { DatabasePool } from './pool.ts';
import { followStandby, type Session } from './standby-session.ts';

/** What reads. A write that is sent as one of them is refused by the standby, and then sent to the primary. */
const READS = [
  'any',
  'anyFirst',
  'exists',
  'many',
  'manyFirst',
  'maybeOne',
  'maybeOneFirst',
  'one',
  'oneFirst',
] as const;

/** The primary, whose reads within `reads.read` go to the standby of its address. */
export type WithStandby = {
  readonly database: DatabasePool;
  readonly reads: StandbyReads;
  /** The standby's, while it is there. */
  pools(): { readonly standby?: DatabasePool };
  close(): Promise<void>;
};

/** Reads lists from the standby (decision 95). One that is away delays no start. */
export function withStandby(
  databaseUrl: string,
  primary: DatabasePool,
  options: Parameters<typeof followStandby>[2],
): WithStandby {
  const reading = new AsyncLocalStorage<{ session: Session | undefined }>();
  const { current, state, pools, close } = followStandby(databaseUrl, primary, options);
  const routed = (name: (typeof READS)[number]) => async (query: never) => {
    const from = reading.getStore();
    if (from?.session) {
      const { standby, pool } = from.session;
      try {
        return await unlessEnded(standby.ended, pool[name](query));
      } catch {
        // Away, or in conflict with what it replays: the primary has the answer, or says what is wrong.
        from.session = undefined;
      }
    }
    return primary[name](query);
  };
  return {
    database: { ...primary, ...Object.fromEntries(READS.map((name) => [name, routed(name)])) } as DatabasePool,
    reads: {
      async read(run) {
        const from = { session: await current().catch(() => undefined) };
        try {
          const answer = await reading.run(from, run);
          return { answer, from: from.session ? 'standby' : 'primary' };
        } finally {
          // What it began and did not wait for goes on with the primary.
          from.session = undefined;
        }
      },
      state,
    },
    pools,
    close,
  };
}

/** Promise.race would keep something of each read for as long as the standby is there. */
function unlessEnded<Answer>(ended: AbortSignal, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = () => reject(ended.reason);
    if (ended.aborted) end();
    ended.addEventListener('abort', end);
    answer.then(resolve, reject).finally(() => ended.removeEventListener('abort', end));
  });
}
