import type pg from 'pg';
import { type EventMacKeys, withMacs } from '#core/kernel/log/event-macs.ts';
import { type EventStore, jsonTextOf, type NewEvent } from '#core/kernel/log/event-store.ts';
import { chain, FIRST_PREVIOUS_HASH } from '#core/kernel/log/hash-chain.ts';
import { positionAfter, type StoredEvent } from '#infra/node/event.ts';
import { insertEvents, readLastPosition } from '#infra/node/store.ts';

/** Events that go to Postgres in one statement. */
const BATCH = 4_000;

type Head = { readonly revision: bigint; readonly hash: string };
export type Said = {
  readonly streamId: string;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
};

/**
 * Writes a history to the table of the embedded event store while the node is down, as the node itself does: with the
 * chain's hashes and the MACs of our parts. Commands would take a hundred times as long.
 */
export async function createLogWriter(client: pg.ClientBase, keys: EventMacKeys) {
  const heads = new Map<string, Head>();
  const signed: NewEvent[] = [];
  // What signs is the store itself; this one keeps what it gets.
  const signing = withMacs(
    {
      append: async (_stream: string, _expected: bigint, events: readonly NewEvent[]) => void signed.push(...events),
    } as unknown as EventStore,
    keys,
  );
  // This connection reads a bigint as a text.
  let position = Number(await readLastPosition(client));
  let batch: StoredEvent[] = [];
  let events = 0;

  async function flush(): Promise<void> {
    const full = batch;
    batch = [];
    if (full.length > 0) await insertEvents(client, full);
  }

  return {
    get events() {
      return events;
    },
    async write({ streamId, ...event }: Said, timeMs: number): Promise<void> {
      const head = heads.get(streamId) ?? { revision: -1n, hash: FIRST_PREVIOUS_HASH };
      const revision = head.revision + 1n;
      const chained = chain({ ...event, streamId, revision } as Parameters<typeof chain>[0], head.hash);
      heads.set(streamId, { revision, hash: chained.hash });
      signed.length = 0;
      await signing.append(streamId, head.revision, [{ ...event, data: chained.data, metadata: chained.metadata }]);
      for (const { id, type, data, metadata } of signed) {
        const bytes = { data: Buffer.from(jsonTextOf(data)), metadata: Buffer.from(jsonTextOf(metadata)) };
        const stored = { id, type, isJson: true, ...bytes };
        position = positionAfter(position, stored);
        batch.push({ ...stored, position, stream: streamId, revision: Number(revision), createdMs: timeMs });
      }
      events += 1;
      if (batch.length >= BATCH) await flush();
    },
    /** Nothing more is written to this stream. */
    forget: (streamId: string) => void heads.delete(streamId),
    flush,
  };
}
export type LogWriter = Awaited<ReturnType<typeof createLogWriter>>;
