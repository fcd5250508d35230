import { after } from 'node:test';
import { silentLogger } from '#core/kernel/logger.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createDatabasePool } from '#infra/adapters/postgres/pool.ts';
import { type EngineStatus, runProjections } from '#projections/kernel/engine.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { startTestStack } from './stack.ts';

/** A database, an event store and engines on them, which exist until the calling describe or case ends. */
export async function createEngineStack() {
  const { databaseUrl, eventstoreUrl, stop } = await startTestStack();
  const client = createEventStoreClient(eventstoreUrl);
  const store = createEventStoreDb(client);
  const pool = await createDatabasePool(databaseUrl, { maxConnections: 3 });
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  const stopEngines = async () => {
    stopping.abort();
    await Promise.all(running);
  };
  after(async () => {
    await stopEngines();
    await pool.end();
    await client.dispose();
    await stop();
  });
  const common = { databaseUrl, store, projections, version: READ_MODEL_VERSION, logger: silentLogger };
  return {
    databaseUrl,
    store,
    pool,
    /** The options that every projector gets here. */
    common,
    stopEngines,
    start(own: readonly Projection[] = projections, signal = stopping.signal) {
      const engine = { status: undefined as EngineStatus | undefined };
      const onStatus = (status: EngineStatus) => {
        engine.status = status;
      };
      const done = runProjections({ ...common, projections: own, signal, onStatus });
      running.push(done);
      return { engine, done };
    },
  };
}
