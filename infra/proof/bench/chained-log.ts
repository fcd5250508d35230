import type { EventStore, NewEvent } from '#core/kernel/log/event-store.ts';
import { chain, FIRST_PREVIOUS_HASH } from '#core/kernel/log/hash-chain.ts';

type Head = { readonly revision: bigint; readonly hash: string };
/** What is written of an event: the rest follows from its stream. */
export type Said = Pick<NewEvent, 'id' | 'type'> & {
  readonly streamId: string;
  readonly data: unknown;
  readonly metadata: unknown;
};

/** Appends events that were decided elsewhere, each chained to the one before it in its stream. */
export function createChainedLog(store: Pick<EventStore, 'append'>) {
  const heads = new Map<string, Head>();
  let events = 0;
  return {
    get events() {
      return events;
    },
    async write({ streamId, ...event }: Said): Promise<void> {
      const head = heads.get(streamId) ?? { revision: -1n, hash: FIRST_PREVIOUS_HASH };
      const revision = head.revision + 1n;
      const chained = chain({ ...event, streamId, revision } as Parameters<typeof chain>[0], head.hash);
      heads.set(streamId, { revision, hash: chained.hash });
      events += 1;
      await store.append(streamId, head.revision, [{ ...event, data: chained.data, metadata: chained.metadata }]);
    },
    /** Nothing more is written to this stream. */
    forget: (streamId: string) => void heads.delete(streamId),
  };
}
