import assert from 'node:assert/strict';
import { after } from 'node:test';
import { silentLogger } from '#core/kernel/logger.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { createDatabasePool } from '#infra/adapters/postgres/pool.ts';
import { qualified, quoted } from '#projections/kernel/names.ts';
import type { ProjectedEvent, Projection } from '#projections/kernel/projection.ts';
import { openProjector, PoisonEventError, type Projector, READ_SCHEMA } from '#projections/kernel/projector.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { createTestDatabase, withClient } from './database.ts';
import { assertSameLists } from './same-lists.ts';

/** A projector of all read models (or of the given ones); close it. */
export async function openTestProjector(
  databaseUrl: string,
  schema = READ_SCHEMA,
  own: readonly Projection[] = projections,
): Promise<Projector> {
  const projector = await openProjector({
    databaseUrl,
    schema,
    projections: own,
    version: READ_MODEL_VERSION,
    logger: silentLogger,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  assert.ok(projector, 'another projector holds the schema');
  return projector;
}

/** Read models in a database of their own, which exists until the calling describe or case ends. */
export async function openReadModels() {
  const database = await createTestDatabase();
  const pool = await createDatabasePool(database.url, { maxConnections: 2 });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  return {
    pool,
    project: (events: readonly ProjectedEvent[]) => project(database.url, events),
    /** What the read models do at the end of the log. */
    async makeIndexes() {
      const projector = await openTestProjector(database.url);
      await projector.confirmCaughtUp();
      await projector.close();
    },
    assertIndependentOfDelivery: (events: readonly ProjectedEvent[]) =>
      assertIndependentOfDelivery(database.url, events),
  };
}

/** Projects events into the read models of a database, as one batch. */
export async function project(databaseUrl: string, events: readonly ProjectedEvent[]): Promise<void> {
  const projector = await openTestProjector(databaseUrl);
  await projector.apply(events);
  await projector.close();
}

/** All rows of all read models of a schema as JSON, in the order of their keys. */
export const dump = (databaseUrl: string, schema: string): Promise<Record<string, unknown[]>> =>
  withClient(databaseUrl, async (client) => {
    const rows: Record<string, unknown[]> = {};
    for (const table of projections.flatMap((projection) => projection.tables)) {
      const result = await client.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${qualified(schema, table.name)} t order by ${table.key.map(quoted).join(', ')}`,
      );
      rows[table.name] = result.rows.map(({ row }) => row);
    }
    const checkpoint = await client.query(`select position::text, events::text from ${quoted(schema)}.checkpoint`);
    return { ...rows, checkpoint: checkpoint.rows };
  });

/**
 * The rows must not depend on how the events are delivered: all at once, one by one and each twice, or with a crash at
 * several places, after which they come again from the beginning.
 */
async function assertIndependentOfDelivery(databaseUrl: string, events: readonly ProjectedEvent[]) {
  const atOnce = await openTestProjector(databaseUrl, 'at_once');
  await atOnce.apply(events);
  await atOnce.close();
  const expected = await dump(databaseUrl, 'at_once');

  const oneByOne = await openTestProjector(databaseUrl, 'one_by_one');
  for (const event of events) {
    await oneByOne.apply([event]);
    await oneByOne.apply([event]);
  }
  await oneByOne.close();
  assertSameLists(await dump(databaseUrl, 'one_by_one'), expected, 'one by one and twice');

  const CRASHES = 4;
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    const at = events[Math.floor((events.length * crash) / (CRASHES + 1))];
    const crashing = await openTestProjector(databaseUrl, 'crashed', [...projections, failingAt(at)]);
    await assert.rejects(crashing.apply(events), PoisonEventError);
    await crashing.close();
  }
  const restarted = await openTestProjector(databaseUrl, 'crashed');
  await restarted.apply(events);
  await restarted.close();
  assertSameLists(await dump(databaseUrl, 'crashed'), expected, 'after crashes');
}

/** Runs after all others, so that their rows of this event exist already when it fails. */
const failingAt = (at: ProjectedEvent | undefined): Projection => ({
  // Without tables of its own it does not change the fingerprint.
  tables: [],
  reads: () => [],
  apply(event) {
    if (event.position === at?.position) throw new Error('crash');
  },
});
