import type pg from 'pg';
import { type EventMacKeys, withMacs } from '#core/kernel/log/event-macs.ts';
import { type EventStore, jsonTextOf, type NewEvent } from '#core/kernel/log/event-store.ts';
import { positionAfter, type StoredEvent } from '#infra/node/event.ts';
import { insertEvents, readLastPosition } from '#infra/node/store.ts';
import { createChainedLog, type Said } from '../chained-log.ts';

/** Events that go to Postgres in one statement. */
const BATCH = 4_000;

/**
 * Writes a history to the table of the embedded event store while the node is down, as the node itself does: with the
 * chain's hashes and the MACs of our parts. Commands would take a hundred times as long.
 */
export async function createLogWriter(client: pg.ClientBase, keys: EventMacKeys) {
  // This connection reads a bigint as a text.
  let position = Number(await readLastPosition(client));
  let batch: StoredEvent[] = [];
  let createdMs = 0;
  const keep = async (stream: string, expected: bigint, events: readonly NewEvent[]) => {
    for (const { id, type, data, metadata } of events) {
      const bytes = { data: Buffer.from(jsonTextOf(data)), metadata: Buffer.from(jsonTextOf(metadata)) };
      const stored = { id, type, isJson: true, ...bytes };
      position = positionAfter(position, stored);
      batch.push({ ...stored, position, stream, revision: Number(expected + 1n), createdMs });
    }
  };
  // What signs is the store itself; this one keeps what it gets.
  const log = createChainedLog(withMacs({ append: keep } as unknown as EventStore, keys));

  async function flush(): Promise<void> {
    const full = batch;
    batch = [];
    if (full.length > 0) await insertEvents(client, full);
  }

  return {
    get events() {
      return log.events;
    },
    async write(said: Said, timeMs: number): Promise<void> {
      createdMs = timeMs;
      await log.write(said);
      if (batch.length >= BATCH) await flush();
    },
    forget: log.forget,
    flush,
  };
}
export type LogWriter = Awaited<ReturnType<typeof createLogWriter>>;
