import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { saveBankingDetail } from '#bff/banking/banking-store.ts';
import { createAdministrator, formOf, type TestAdministrator } from '#bff/testing/administrators.ts';
import { createCustomer, send, type TestCustomer } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp, type TestApp } from '#bff/testing/test-app.ts';

const IBAN = 'DE89370400440532013000';

describe('bank statements in the back office', () => {
  let test: TestApp;
  let admin: TestAdministrator;
  let customer: TestCustomer;
  const today = () => test.deps.clock().toISOString().slice(0, 10);
  before(async () => {
    test = await startTestApp();
    admin = await createAdministrator(test);
    customer = await createCustomer(test);
    await saveBankingDetail(test.deps, customer.customerId, randomUUID(), {
      ...{ bank_name: 'Sparkasse', full_bank_address: 'Köln', account_beneficiary_name: 'Ada Byron', currency: 'EUR' },
      ...{ account_iban: IBAN, bic_swift: 'COLSDE33', aba_wire_routing_no: null, ach_routing_no: null },
    });
  });
  after(() => test.stop());

  const importFile = (text: string, as = admin) =>
    as.send('POST', '/api/admin/bank-statements', formOf({ statement: Buffer.from(text) }, 'bank.csv'));
  const csv = (...rows: string[]) =>
    ['date,amount,currency,reference,name,iban,bank reference', ...rows, ''].join('\n');
  const deposit = async (number: string, minor: bigint) => {
    const depositId = randomUUID();
    await send(test, {
      ...{ type: 'RequestDeposit', depositId, number, note: null, customerId: customer.customerId },
      ...{ walletId: customer.wallets.EUR, amount: { amount: minor, currency: 'EUR' } },
    });
    return depositId;
  };
  const linesOf = async (id: string, query = '') => {
    const answer = await admin.get(`/api/admin/bank-statements/${id}/lines${query}`);
    assertStatus(answer, 200);
    return answer.json();
  };

  it('say of each line what it is; a deposit that is approved is booked then', async () => {
    const named = await deposit('DEP-900001', 5_000n);
    await deposit('DEP-900002', 7_000n);
    const file = csv(
      `${today()},50.00,EUR,DEP-900001,Ada Byron,${IBAN},B1`,
      `${today()},70.00,EUR,,,${IBAN},B2`,
      `${today()},1.23,EUR,hello,Eve,,B3`,
      `${today()},50.00,EUR,DEP-900001,,,B4`,
    );
    const imported = await importFile(file);
    assertStatus(imported, 201);
    assert.equal(imported.json().message, '4 new lines imported');
    const [{ id }] = imported.json().data;
    const told = async () => {
      const { data, meta } = await linesOf(id);
      const results = data.map(
        (line: { result: string; certainty: string | null; document: { reference: string } | null }) =>
          [line.result, line.certainty, line.document?.reference ?? null].join(' '),
      );
      return { results: results.sort(), counts: meta.counts };
    };
    const before = await told();
    assert.deepEqual(before.counts, { booked: 0, to_decide: 2, amount_differs: 0, doubled: 1, unknown: 1 });
    assert.deepEqual(before.results, [
      'doubled sure DEP-900001',
      'to_decide likely DEP-900002',
      'to_decide sure DEP-900001',
      'unknown  ',
    ]);
    const approved = await admin.send('POST', `/api/admin/deposits/${named}/approve`, {
      ...{ approved_amount: '50.00', value_date: today(), admin_notes: 'Seen at the bank' },
    });
    assertStatus(approved, 200);
    assert.deepEqual((await told()).counts, { booked: 1, to_decide: 1, amount_differs: 0, doubled: 1, unknown: 1 });
    const narrowed = await linesOf(id, '?result=unknown');
    assert.deepEqual([narrowed.data.length, narrowed.data[0].name, narrowed.meta.total], [1, 'Eve', 1]);
  });

  it('change nothing when they come again, and take only what is new', async () => {
    const rows = [`${today()},3.00,EUR,a,,,C1`, `${today()},3.00,EUR,a,,,C2`];
    assertStatus(await importFile(csv(...rows)), 201);
    const again = await importFile(csv(...rows));
    assertStatus(again, 201);
    assert.deepEqual(again.json(), { message: 'Nothing is new: every line of the file is known.', data: [] });
    const more = await importFile(csv(...rows, `${today()},4.00,EUR,b,,,C3`));
    assert.deepEqual([more.json().message, more.json().data[0].lines], ['1 new line imported', 1]);
  });

  it('say what is missing: booked in their days, without a line', async () => {
    const depositId = await deposit('DEP-900009', 9_900n);
    const body = { approved_amount: '99.00', value_date: today(), admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, body), 200);
    const imported = await importFile(csv(`${today()},8.00,EUR,c,,,D1`));
    const { meta } = await linesOf(imported.json().data[0].id);
    assert.ok(meta.missing.some(({ reference }: { reference: string }) => reference === 'DEP-900009'));
  });

  it('are refused where they cannot be read, and to those who may not', async () => {
    const broken = await importFile('date,amount,currency\n2026-02-30,1,EUR\n');
    assertStatus(broken, 422);
    assert.match(broken.json().errors.statement[0], /"2026-02-30" is not a day/);
    assertStatus(await importFile(csv(`${today()},1,EUR,,,,`), await createAdministrator(test, 'auditor')), 403);
    assertStatus(await admin.get(`/api/admin/bank-statements/${randomUUID()}/lines`), 404);
  });
});
