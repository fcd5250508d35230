import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { ADMINISTRATOR, createLog, id } from '#projections/testing/log.ts';
import { ALICE, wholeStory } from '#projections/testing/story.ts';
import { countAuditEvents, listAuditEvents } from './audit-trail.ts';

describe('the audit trail', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  const log = wholeStory();
  await project(log.events);

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
    assert.deepEqual(await countAuditEvents(pool, {}), { total: log.events.length });
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

  it('finds the events of each category and kind of actor, and no others', async () => {
    const { items: all } = await listAuditEvents(pool, { limit: 100 });
    assert.equal(all.length, log.events.length);
    const choices = [undefined, ...new Set(all.map(({ category }) => category))].flatMap((category) =>
      [undefined, 'finance' as const, ...new Set(all.map((event) => event.actorKind))].map((actorKind) => ({
        ...(category && { category }),
        ...(actorKind && { actorKind }),
      })),
    );
    for (const filters of choices) {
      const wanted = all.filter((event) =>
        Object.entries(filters).every(([name, value]) => event[name as keyof typeof filters] === value),
      );
      const { items, next } = await listAuditEvents(pool, { ...filters, limit: 2, offset: 1 });
      assert.deepEqual(items, wanted.slice(1, 3), JSON.stringify(filters));
      assert.equal(next, wanted.length > 3 ? items.at(-1)?.position : null);
      const oldest = await listAuditEvents(pool, { ...filters, order: 'asc', limit: 1 });
      assert.deepEqual(oldest.items, wanted.slice(-1));
      assert.deepEqual(await countAuditEvents(pool, filters), { total: wanted.length });
    }
  });

  it('looks only for what there is, and counts none of it', async () => {
    const filters = { actorKind: 'administrator' } as const;
    const list = await pagesTouched(pool, (database) => listAuditEvents(database, filters));
    const count = await pagesTouched(pool, (database) => countAuditEvents(database, filters));
    assert.ok(list <= 100 && count <= 3, `it touched ${list} and ${count} pages of Postgres`);
  });

  it('answers what an administrator did, and on which day', async () => {
    const { items } = await listAuditEvents(pool, { actorId: ADMINISTRATOR.id, limit: 100 });
    assert.ok(items.length > 5 && items.every((event) => event.actorKind === 'administrator'));
    assert.ok(items.some((event) => event.category === 'admin'));
    const day = await listAuditEvents(pool, { objectId: ALICE, from: '2026-01-02' });
    assert.deepEqual(day.items, []);
    const first = items[0];
    assert.ok(first);
    const only = await listAuditEvents(pool, { after: first.position - 1n, before: first.position + 1n });
    assert.deepEqual(only.items, [first]);
  });

  it('finds the events of days, though the clocks of those who wrote them differ', async () => {
    const apart = await openReadModels();
    const skewed = createLog();
    const times = [
      '2026-02-01T23:59:59.000Z',
      '2026-02-02T00:00:01.000Z',
      '2026-02-01T23:59:58.000Z',
      '2026-02-04T08:00:00.000Z',
    ];
    for (const [index, time] of times.entries()) {
      const customerId = id('skewed', index);
      skewed.add(`customer-${customerId}`, 'CustomerRegistered', { customerId }, { time });
    }
    await apart.project(skewed.events);
    const daysOf = async (from?: string, to?: string) => {
      const { items } = await listAuditEvents(apart.pool, { from, to });
      return items.map(({ time }) => time.toISOString());
    };
    assert.deepEqual(await daysOf('2026-02-01', '2026-02-01'), [times[2], times[0]]);
    assert.deepEqual(await daysOf('2026-02-02', '2026-02-03'), [times[1]]);
    assert.deepEqual(await daysOf('2026-02-03', '2026-02-03'), []);
    assert.deepEqual(await daysOf('2026-02-02'), [times[3], times[1]]);
    assert.deepEqual(await daysOf(undefined, '2026-02-01'), [times[2], times[0]]);
    assert.deepEqual(await countAuditEvents(apart.pool, { from: '2026-02-01', to: '2026-02-02' }), { total: 3 });
    const inIndia = await listAuditEvents(apart.pool, { from: '2026-02-02', to: '2026-02-02', zone: 'Asia/Kolkata' });
    assert.deepEqual(
      inIndia.items.map(({ time }) => time.toISOString()),
      [times[2], times[1], times[0]],
    );
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(log.events));
});
