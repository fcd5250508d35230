import { type EventMacKeys, withMacs } from '#core/kernel/log/event-macs.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { chain, FIRST_PREVIOUS_HASH } from '#core/kernel/log/hash-chain.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';

/** What an attacker writes in place of an event; its place in its stream, hash and MAC are computed. */
export type Draft = Pick<StoredEvent, 'id' | 'type' | 'streamId' | 'data' | 'metadata'>;

/**
 * A whole log as an attacker writes it who has every key of our parts except the notary's: chains and MACs are right.
 * `unsigned` events follow without a MAC.
 */
export async function forgedLog(
  drafts: readonly Draft[],
  keys: EventMacKeys,
  unsigned: readonly Draft[] = [],
): Promise<EventStore> {
  const memory = createInMemoryEventStore();
  const store = withMacs(memory, keys);
  const heads = new Map<string, { revision: bigint; hash: string }>();
  for (const draft of [...drafts, ...unsigned]) {
    const { hash: _hash, mac: _mac, ...metadata } = draft.metadata as Record<string, unknown>;
    const head = heads.get(draft.streamId) ?? { revision: -1n, hash: FIRST_PREVIOUS_HASH };
    const event = { ...draft, revision: head.revision + 1n, metadata } as Parameters<typeof chain>[0];
    const chained = chain(event, head.hash);
    await (unsigned.includes(draft) ? memory : store).append(draft.streamId, head.revision, [
      { id: draft.id, type: draft.type, data: chained.data, metadata: chained.metadata },
    ]);
    heads.set(draft.streamId, { revision: event.revision, hash: chained.hash });
  }
  return store;
}
