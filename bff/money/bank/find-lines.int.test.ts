import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { createBankDesk } from '#infra/proof/api/bank-desk.ts';
import { startTestApp } from '#infra/proof/api/test-app.ts';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import { findLines } from './find-lines.ts';

/** Pages of Postgres for one search. The lines below have some 1,000. */
const MOST_PAGES = 60;

describe('lines of the bank', async () => {
  const test = await startTestApp({});
  const { admin, importFile, csv, today } = await createBankDesk(test);
  after(() => test.stop());

  it("are found in all statements by their amount, in or out, and by the bank's reference", async () => {
    const rows = [`${today()},71.35,EUR,,Mr Nobody,,FIND1`, `${today()},-1234.56,EUR,,A supplier,,FIND2`];
    const imported = (await importFile(csv(...rows))).json();
    const [{ id }] = imported.data ?? assert.fail(JSON.stringify(imported));
    const found = async (search: string) => {
      const { data } = (await admin.get(`/api/admin/bank-lines?search=${encodeURIComponent(search)}`)).json();
      return data.map((line: { statement_id: string; amount: { decimal: string } }) => [
        line.statement_id,
        line.amount.decimal,
      ]);
    };
    for (const search of ['71.35', '71,35', '€71.35', 'find1'])
      assert.deepEqual(await found(search), [[id, '71.35']], search);
    assert.deepEqual(await found('1.234,56'), [[id, '-1234.56']]);
    for (const search of ['7135', 'FIND', 'Mr Nobody']) assert.deepEqual(await found(search), [], search);
  });

  it('are found among many by indexes alone', async () => {
    const { database } = test.deps;
    await database.query(sql.void`
      insert into app.bank_line select copy.* from app.bank_line line, generate_series(1, 10000) as n,
        jsonb_populate_record(line, jsonb_build_object('line_id', line.line_id || '-' || n, 'amount', 1000000 + n,
          'bank_reference', 'OTHER' || n)) as copy`);
    await database.query(sql.void`analyze app.bank_line`);
    for (const [search, lines] of [
      ['71.35', 1],
      ['find2', 1],
      ['nothing there', 0],
    ] as const) {
      assert.equal((await findLines(database, search)).data.length, lines, search);
      const pages = await pagesTouched(database, (explained) => findLines(explained as typeof database, search));
      assert.ok(pages <= MOST_PAGES, `${search} touched ${pages} pages of Postgres`);
    }
  });
});
