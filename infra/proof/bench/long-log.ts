import { randomUUID } from 'node:crypto';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { chain, FIRST_PREVIOUS_HASH } from '#core/kernel/log/hash-chain.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { drive } from './measure.ts';
import { fillStoreLog } from './store-log.ts';

/** Customers in the year that is written again and again. */
const PEOPLE = 300;
const YEAR_EVENTS = 12_000;
const IN_FLIGHT = 64;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

type Head = { readonly revision: bigint; readonly hash: string };

/**
 * Makes long logs fast: a year of a store is decided once, in memory, and written again and again for the same
 * customers and their wallets, each time with other papers. All hashes and MACs are right.
 */
export async function createLongLog(store: EventStore) {
  const year = createInMemoryEventStore();
  await fillStoreLog(year, YEAR_EVENTS, PEOPLE);
  const lives = [...Map.groupBy(year.events, ownerOf(year.events)).values()];
  const kept = new Set(year.events.flatMap((event) => (event.type === 'WalletOpened' ? uuidsOf(event) : [])));
  const heads = new Map<string, Head>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    /** Continues until there are this many events, or a few more. */
    async growTo(events: number): Promise<void> {
      while (size < events) {
        const ids = new Map([...kept].map((id) => [id, id]));
        const isFirst = size === 0;
        await drive(lives.length, IN_FLIGHT, async (at) => {
          const life = (lives[at] ?? []).filter(({ type }) => isFirst || type !== 'WalletOpened');
          for (const run of runsOf(life)) await write(run.map((event) => renamed(event, ids)));
          size += life.length;
        });
        for (const stream of heads.keys()) if (!stream.startsWith('wallet-')) heads.delete(stream);
      }
    },
  };

  async function write(run: readonly StoredEvent[]): Promise<void> {
    const streamId = run[0]?.streamId ?? '';
    let head = heads.get(streamId) ?? { revision: -1n, hash: FIRST_PREVIOUS_HASH };
    const expected = head.revision;
    const events = run.map((event) => {
      const chained = chain({ ...event, revision: head.revision + 1n } as Parameters<typeof chain>[0], head.hash);
      head = { revision: head.revision + 1n, hash: chained.hash };
      return { id: event.id, type: event.type, data: chained.data, metadata: chained.metadata };
    });
    heads.set(streamId, head);
    await store.append(streamId, expected, events);
  }
}

const uuidsOf = ({ streamId, json }: StoredEvent): string[] => `${streamId} ${json}`.match(UUID) ?? [];

/** The wallet that an event belongs to: a wallet's stream itself, otherwise the wallet in the stream's first event. */
function ownerOf(events: readonly StoredEvent[]): (event: StoredEvent) => string {
  const owners = new Map<string, string>();
  for (const { streamId, data } of events) {
    const { walletId } = data as { walletId?: string };
    if (!owners.has(streamId)) owners.set(streamId, walletId ?? streamId.slice('wallet-'.length));
  }
  return ({ streamId }) => owners.get(streamId) ?? '';
}

/** Neighbours of one stream are in one append. */
function runsOf(events: readonly StoredEvent[]): StoredEvent[][] {
  const runs: StoredEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.streamId === event.streamId) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** The same event for another paper: every id is replaced, except those in `ids`, to which the new ones are added. */
function renamed(event: StoredEvent, ids: Map<string, string>): StoredEvent {
  const other = (text: string) =>
    text.replace(UUID, (id) => {
      const known = ids.get(id) ?? randomUUID();
      ids.set(id, known);
      return known;
    });
  const { hash: _hash, ...metadata } = JSON.parse(other(JSON.stringify(event.metadata)));
  return { ...event, metadata, id: randomUUID(), streamId: other(event.streamId), data: JSON.parse(other(event.json)) };
}
