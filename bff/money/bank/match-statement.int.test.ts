import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { createBankDesk } from '#infra/proof/api/bank-desk.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { watchStatements } from '#infra/proof/api/watch-statements.ts';
import { papersQuery } from './match-statement.ts';
import { shiftedDay } from './statement-store.ts';

type PlanNode = {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};
/** Rows of a table that a plan read, those that it threw away included. */
const rowsRead = (node: PlanNode, table: string): number =>
  (node['Relation Name'] === table
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each, table), 0);

describe('the matching of a bank statement', async () => {
  const test = await startTestApp();
  const { database } = test.deps;
  const { admin, deposit, importFile, csv, today } = await createBankDesk(test);
  after(() => test.stop());

  it('reads the deposits and payouts of its days, however many older ones there are', async () => {
    const [waiting, decided, dated] = [
      await deposit('DEP-950001', 1_100n),
      await deposit('DEP-950002', 1_200n),
      await deposit('DEP-950003', 1_300n),
    ];
    const approve = (id: string, amount: string, more = {}) =>
      admin.send('POST', `/api/admin/deposits/${id}/approve`, {
        approved_amount: amount,
        admin_notes: 'Seen',
        ...more,
      });
    assertStatus(await approve(decided, '12.00'), 200);
    assertStatus(await approve(dated, '13.00', { value_date: today() }), 200);
    await database.query(sql.void`
      insert into read.deposits select copy.* from read.deposits deposit, generate_series(1, 3000) as n,
        jsonb_populate_record(deposit, jsonb_build_object('deposit_id', gen_random_uuid(), 'number', 'DEP-8' || n,
          'position', -n * 1000 - deposit.position, 'requested_at', requested_at - interval '400 days',
          'decided_at', decided_at - interval '400 days', 'value_date', value_date - 400)) as copy`);
    await database.query(sql.void`analyze read.deposits`);
    const around = { currencies: ['EUR'] as const, first: shiftedDay(today(), -70), last: shiftedDay(today(), 70) };
    const plan = await database.oneFirst(
      sql.type(z.object({ 'QUERY PLAN': z.unknown() }))`explain (analyze, format json) ${papersQuery(around)}`,
    );
    const [{ Plan: root }] = plan as [{ Plan: PlanNode }];
    assert.ok(rowsRead(root, 'deposits') <= 3, `${rowsRead(root, 'deposits')} rows of deposits were read`);
    const found = await database.any(sql.type(z.looseObject({ id: z.string() }))`${papersQuery(around)}`);
    assert.deepEqual(found.map(({ id }) => id).sort(), [waiting, decided, dated].sort());
    // However many lines there are, they take the same statements of the database.
    const statements = async (lines: number) => {
      const rows = Array.from(
        { length: lines },
        (_, index) => `${today()},${index + 20}.50,EUR,x,Eve,,N${lines}x${index}`,
      );
      const [{ id }] = (await importFile(csv(...rows))).json().data;
      // The connections of slonik have no name.
      const watch = watchStatements((name) => name === undefined);
      const answer = await admin.get(`/api/admin/bank-statements/${id}/lines`);
      watch.stop();
      assertStatus(answer, 200);
      assert.equal(answer.json().meta.total, lines);
      return watch.texts;
    };
    const few = await statements(2);
    assert.ok(few.length > 0);
    const many = await statements(40);
    assert.equal(many.length, few.length, [...few, 'and of many lines:', ...many].join('\n'));
  });
});
