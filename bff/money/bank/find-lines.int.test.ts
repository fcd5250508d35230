import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createBankDesk } from '#infra/proof/api/bank-desk.ts';
import { startTestApp } from '#infra/proof/api/test-app.ts';

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
});
