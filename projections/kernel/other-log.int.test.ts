import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { placeOf } from '#core/kernel/following/log-place.ts';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { readFollowers } from '#infra/adapters/postgres/followers.ts';
import { roleName, setUpRoles } from '#infra/adapters/postgres/roles.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createEngineStack } from '#infra/proof/testing/engine-stack.ts';
import { openTestProjector } from '#infra/proof/testing/read-models.ts';
import { listCustomers } from '../models/customers.ts';
import { rebuildAndCompare } from '../rebuild/rebuild.ts';
import { createLog, id, type TestLog } from '../testing/log.ts';
import { runProjections } from './engine.ts';
import { freshness, waitForPosition } from './freshness.ts';

/** A log of customers, each with these numbers; `name` gives its events their ids. */
function customers(numbers: readonly number[], name = 'event'): TestLog {
  const log = createLog('2026-01-01T00:00:00.000Z', name);
  for (const number of numbers) {
    log.add(`customer-${id('customer', number)}`, 'CustomerRegistered', { customerId: id('customer', number) });
  }
  return log;
}

/** All roles there are, because each is granted what it may. */
const ROLES = ['web', 'jobs', 'tools', 'processes', 'projections', 'finance', 'notary', 'backup', 'events'] as const;
const PASSWORDS = Object.fromEntries(ROLES.map((role) => [role, '1']));

// Several at once, each on its own stacks: they mostly wait for Postgres.
describe('read models of another log', { concurrency: 3 }, () => {
  /** Read models of four customers, and an event store that was set back to the first two. */
  async function restoredStack() {
    const [before, now] = [await createEngineStack(), await createEngineStack()];
    const { pool } = before;
    const stopping = new AbortController();
    const { engine, done } = before.start(undefined, stopping.signal);
    await waitForPosition(pool, await customers([1, 2, 3, 4]).appendTo(before.store), PATIENCE_MS);
    await eventually(() => assert.equal(engine.status?.state, 'live'));
    stopping.abort();
    await done;
    const common = { ...before.common, store: now.store };
    return {
      pool,
      store: now.store,
      restore: () => customers([1, 2, 3, 4]).appendTo(now.store, 0, 2),
      rebuild: (acceptDifferences = false) =>
        rebuildAndCompare({ ...common, signal: AbortSignal.timeout(PATIENCE_MS), acceptDifferences }),
      /** The engine on the log that was set back, until `work` is done. */
      async whileFollowed(work: () => Promise<void>, store = now.store): Promise<void> {
        const stop = new AbortController();
        const running = runProjections({ ...common, store, signal: stop.signal });
        await work().finally(() => stop.abort());
        await running;
      },
      right: before.store,
    };
  }
  const isHalted = (pool: Awaited<ReturnType<typeof restoredStack>>['pool'], reason: RegExp) =>
    eventually(async () => {
      const fresh = await freshness(pool);
      assert.equal(fresh?.haltedKind, 'other-log');
      assert.match(fresh?.haltedReason ?? '', reason);
    });

  it('stop where the log is empty, and go on when the right one is back', async () => {
    const { pool, whileFollowed, right } = await restoredStack();
    await whileFollowed(() =>
      isHalted(pool, /does not have the event that was followed last, revision 0 of customer-/),
    );
    assert.equal((await listCustomers(pool, {})).total, 4);
    await whileFollowed(async () => {
      assert.ok(await waitForPosition(pool, await customers([5], 'late').appendTo(right), PATIENCE_MS));
      await eventually(async () => assert.equal((await freshness(pool))?.haltedKind, null));
    }, right);
    assert.equal((await listCustomers(pool, {})).total, 5);
  });

  it('stop where it was set back, are named by a rebuild, and are replaced by the log as it is where that is accepted', async () => {
    const { pool, store, restore, rebuild, whileFollowed } = await restoredStack();
    await restore();
    await whileFollowed(async () => {
      await isHalted(pool, /set back to an earlier state/);
      // It has grown past the position that the read models have.
      const late = await customers([5, 6, 7, 8], 'late').appendTo(store);
      const refused = await rebuild();
      assert.match(refused.otherLog ?? '', /revision 0 of customer-/);
      assert.equal(refused.isSwitched, false);
      await isHalted(pool, /revision 0 of customer-/);

      const accepted = await rebuild(true);
      assert.deepEqual([accepted.isSwitched, accepted.position], [true, late]);
      // Without a new start.
      await eventually(async () => assert.equal((await freshness(pool))?.haltedKind, null));
      const last = await customers([9], 'last').appendTo(store);
      assert.ok(await waitForPosition(pool, last, PATIENCE_MS));
      assert.equal((await listCustomers(pool, {})).total, 7);
      assert.equal((await freshness(pool))?.position, last);
    });
    const again = await rebuild();
    assert.deepEqual([again.otherLog, again.differences], [null, []]);
  });

  it('let a writer wait for its own write after they were set back', async () => {
    const { pool, store, restore, rebuild, whileFollowed } = await restoredStack();
    await restore();
    // It had reached four before.
    await rebuild(true);
    // Further than any log: on a server that is shared, a million is in it already.
    assert.equal(await waitForPosition(pool, 2n ** 62n, 300), false);
    const next = await customers([5], 'late').appendTo(store);
    assert.equal(await waitForPosition(pool, next, 300), false);
    await whileFollowed(async () => assert.ok(await waitForPosition(pool, next, PATIENCE_MS)));
  });

  it('are read by ledger check: the role of finance sees how far they are, and nothing else of them', async () => {
    const database = await createTestDatabase();
    await setUpRoles(database.url, PASSWORDS);
    const as = (role: 'projections' | 'finance') =>
      database.url.replace(/^postgresql:\/\/[^@]*@/, `postgresql://${roleName(role)}@`);
    const [event] = customers([1]).events;
    assert.ok(event);
    const projector = await openTestProjector(as('projections'));
    await projector.apply([event]);
    await projector.close();
    assert.deepEqual(await readFollowers(as('finance')), [{ name: 'read models', place: placeOf(event) }]);
    const client = new pg.Client(as('finance'));
    await client.connect();
    await assert.rejects(client.query('select 1 from read.customers'), /permission denied/);
    await client.end();
    await database.drop();
  });
});
