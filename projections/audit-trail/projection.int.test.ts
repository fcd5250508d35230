import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDatabasePool, type DatabasePool } from '#infra/postgres/pool.ts';
import { createTestDatabase, type TestDatabase } from '#infra/testing/database.ts';
import { ADMINISTRATOR, id } from '../kernel/testing/log.ts';
import { assertIndependentOfDelivery, project } from '../kernel/testing/read-models.ts';
import { ALICE, wholeStory } from '../kernel/testing/story.ts';
import { countAuditEvents, findAuditEvent, listAuditEvents } from './queries.ts';

describe('the audit trail', () => {
  let database: TestDatabase;
  let pool: DatabasePool;
  before(async () => {
    database = await createTestDatabase();
    pool = await createDatabasePool(database.url, { maxConnections: 2 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  const log = wholeStory();
  before(() => project(database.url, log.events));

  it('holds every event of an object in order, with who did it and what it says', async () => {
    const { items } = await listAuditEvents(pool, { objectId: id('deposit', 1), order: 'asc' });
    assert.deepEqual(
      items.map((event) => [event.type, event.category, event.revision]),
      [
        ['DepositRequested', 'deposit', 0n],
        ['DepositProofUploaded', 'deposit', 1n],
        ['DepositApproved', 'deposit', 2n],
      ],
    );
    const approved = items[2];
    assert.equal(approved?.actorId, ADMINISTRATOR.id);
    assert.deepEqual(approved?.data.approvedAmount, { amount: '100000', currency: 'USD' });
  });

  it('misses no event', async () => {
    assert.equal(await countAuditEvents(pool, {}), log.events.length);
    assert.equal(await countAuditEvents(pool, {}, 5), 5);
  });

  it('pages by position without gaps', async () => {
    const seen: bigint[] = [];
    let before: bigint | undefined;
    for (;;) {
      const page = await listAuditEvents(pool, { before, limit: 7 });
      seen.push(...page.items.map((event) => event.position));
      if (page.next === null) break;
      before = page.next;
    }
    assert.deepEqual(seen, log.events.map((event) => event.position).reverse());
  });

  it('answers what an administrator did, and on which day', async () => {
    const { items } = await listAuditEvents(pool, { actorId: ADMINISTRATOR.id, limit: 100 });
    assert.ok(items.length > 5 && items.every((event) => event.actorKind === 'administrator'));
    assert.ok(items.some((event) => event.category === 'admin'));
    const day = await listAuditEvents(pool, { objectId: ALICE, from: '2026-01-02' });
    assert.deepEqual(day.items, []);
    const first = items[0];
    assert.ok(first);
    assert.deepEqual(await findAuditEvent(pool, first.position), first);
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(database.url, log.events));
});
