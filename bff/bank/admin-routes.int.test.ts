import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { saveBankingDetail } from '#bff/banking/banking-store.ts';
import { ExplainAnswer } from '#bff/contract/admin-explain.ts';
import { sql } from '#bff/lib/sql.ts';
import { createAdministrator, formOf, type TestAdministrator } from '#bff/testing/administrators.ts';
import { createCustomer, fund, send } from '#bff/testing/customers.ts';
import { assertStatus, startTestApp } from '#bff/testing/test-app.ts';
import { returnReference } from '#core/suspense/line-stream.ts';
import { withLine } from './line-lock.ts';

const IBAN = 'DE89370400440532013000';

describe('bank statements in the back office', async () => {
  const test = await startTestApp();
  const admin = await createAdministrator(test);
  const customer = await createCustomer(test);
  await saveBankingDetail(test.deps, customer.customerId, randomUUID(), {
    ...{ bank_name: 'Sparkasse', full_bank_address: 'Köln', account_beneficiary_name: 'Ada Byron', currency: 'EUR' },
    ...{ account_iban: IBAN, bic_swift: 'COLSDE33', aba_wire_routing_no: null, ach_routing_no: null },
  });
  const today = () => test.deps.clock().toISOString().slice(0, 10);
  after(() => test.stop());

  const OUR_ACCOUNT = 'NL91 ABNA 0417 1643 00';
  const importFile = (text: string, as = admin, fields: Record<string, string> = {}) =>
    as.send('POST', '/api/admin/bank-statements', formOf({ ...fields, statement: Buffer.from(text) }, 'bank.csv'));
  const csvOf = (account: string, ...rows: string[]) =>
    [
      'account,date,amount,currency,reference,name,iban,bank reference',
      ...rows.map((row) => `${account},${row}`),
      '',
    ].join('\n');
  const csv = (...rows: string[]) => csvOf(OUR_ACCOUNT, ...rows);
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
    const none = { in_suspense: 0, returned: 0 };
    const counted = async () => {
      const { data, meta } = await linesOf(id);
      const results = data.map(
        (line: { result: string; certainty: string | null; document: { reference: string } | null }) =>
          [line.result, line.certainty, line.document?.reference ?? null].join(' '),
      );
      return { results: results.sort(), counts: meta.counts };
    };
    const before = await counted();
    assert.deepEqual(before.counts, { booked: 0, to_decide: 2, amount_differs: 0, doubled: 1, unknown: 1, ...none });
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
    assert.deepEqual((await counted()).counts, {
      booked: 1,
      to_decide: 1,
      amount_differs: 0,
      doubled: 1,
      unknown: 1,
      ...none,
    });
    const narrowed = await linesOf(id, '?result=unknown');
    assert.deepEqual([narrowed.data.length, narrowed.data[0].name, narrowed.meta.total], [1, 'Eve', 1]);
  });

  it('decide from a line once: with its day and amount, and the line stays with what it paid', async () => {
    const [first, second] = [await deposit('DEP-900011', 4_000n), await deposit('DEP-900012', 4_000n)];
    const imported = await importFile(csv(`${today()},40.00,EUR,,,,E1`));
    const [{ id: statementId }] = imported.json().data;
    const [line] = (await linesOf(statementId)).data;
    const numbers = line.candidates.map(({ reference }: { reference: string }) => reference);
    assert.deepEqual([line.result, numbers], ['unknown', ['DEP-900011', 'DEP-900012']]);
    const approve = (id: string, amount: string) =>
      admin.send('POST', `/api/admin/deposits/${id}/approve`, {
        ...{
          approved_amount: amount,
          value_date: line.value_date,
          admin_notes: 'From the bank',
          bank_line_id: line.id,
        },
      });
    const unfit = await deposit('DEP-900013', 5_000n);
    const tooMuch = await approve(unfit, '50.00');
    assertStatus(tooMuch, 422);
    assert.match(tooMuch.json().errors.approved_amount[0], /The line of the bank is of €40\.00: no more can be booked/);
    const [one, other] = await Promise.all([approve(first, '40.00'), approve(second, '40.00')]);
    assert.deepEqual([one.statusCode, other.statusCode].sort(), [200, 409]);
    const [winner, loser] = one.statusCode === 200 ? ['DEP-900011', other] : ['DEP-900012', one];
    assert.match(loser.json().message, new RegExp(`This line of the bank is ${winner} already\\. Nothing was changed`));
    const [after] = (await linesOf(statementId)).data;
    assert.deepEqual([after.result, after.document.reference], ['booked', winner]);
    // What is not shown may have used the line: nobody decides by it.
    const readModels = { ...test.deps.readModels, waitForPosition: async () => false };
    await assert.rejects(
      withLine({ ...test.deps, readModels }, line.id, async () => assert.fail('decided')),
      { code: 'not_current' },
    );
  });

  it('hold in suspense what belongs to nobody known, until it is a deposit or went back', async () => {
    const finance = await createAdministrator(test, 'finance');
    const rows = ['F1', 'F2', 'F3'].map((reference) => `${today()},33.33,EUR,,Mr Nobody,,${reference}`);
    const [{ id: statementId }] = (await importFile(csv(...rows))).json().data;
    const [toAssign, toReturn, late] = (await linesOf(statementId)).data.map(({ id }: { id: string }) => id);
    const step = (as: TestAdministrator, id: string, what: string, body: object = { value_date: today() }) =>
      as.send('POST', `/api/admin/bank-lines/${id}/${what}`, body);
    const owed = async () => {
      const { lines } = (await admin.get('/api/admin/ledger/trial-balance')).json().data;
      const of = (name: string) =>
        lines.find((each: { class: string; currency: string }) => each.class === name && each.currency === 'EUR');
      return BigInt(of('liabilities:suspense')?.balance.amount ?? 0n);
    };
    const before = await owed();
    assertStatus(await step(await createAdministrator(test, 'approver'), toAssign, 'hold'), 403);
    for (const id of [toAssign, toReturn, late]) assertStatus(await step(finance, id, 'hold'), 200);
    assertStatus(await step(finance, toAssign, 'hold'), 200);
    assert.equal((await owed()) - before, -9_999n);
    const listed = (await finance.get('/api/admin/bank-suspense')).json();
    assert.deepEqual([listed.data[0].id, listed.data[0].name, listed.meta.held[0].lines], [toAssign, 'Mr Nobody', 3]);
    assert.equal(listed.meta.held[0].sum.decimal, '99.99');
    const depositId = await deposit('DEP-900021', 4_000n);

    // A deposit was approved from it, and the process that takes it out of suspense has died before it did.
    const approved = await deposit('DEP-900020', 3_333n);
    const seen = { approved_amount: '33.33', admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${approved}/approve`, seen), 200);
    const known = (state: string, id: string | null) =>
      test.deps.database.query(
        sql.typeAlias('void')`update read.booked_lines set state = ${state}, document_id = ${id},
          document_kind = ${id && 'deposit'} where line_id = ${late}`,
      );
    await known('booked', depositId);
    for (const [what, body] of [
      ['return', { value_date: today() }],
      ['assign', { deposit_id: approved }],
    ] as const) {
      const answer = await step(finance, late, what, body);
      assertStatus(answer, 409);
      assert.match(answer.json().message, /was assigned to DEP-900021 already/);
    }
    await known('held', null);

    const approve = (amount: string, line?: string) =>
      admin.send('POST', `/api/admin/deposits/${depositId}/approve`, {
        ...{ approved_amount: amount, value_date: today(), admin_notes: 'Found' },
        ...(line && { bank_line_id: line }),
      });
    assert.match((await approve('33.00', toAssign)).json().errors.approved_amount[0], /all of it, and no more/);
    assertStatus(await approve('33.33', toAssign), 200);
    assert.equal((await owed()) - before, -6_666n);
    assertStatus(await step(finance, toReturn, 'return'), 200);
    assert.match((await step(finance, toAssign, 'return')).json().message, /was assigned to DEP-900021 already/);
    // Approved without its line: the line is taken out afterwards.
    const other = await deposit('DEP-900022', 3_333n);
    const body = { approved_amount: '33.33', value_date: today(), admin_notes: 'Found' };
    assertStatus(await step(finance, late, 'assign', { deposit_id: other }), 422);
    assertStatus(await admin.send('POST', `/api/admin/deposits/${other}/approve`, body), 200);
    assertStatus(await step(finance, late, 'assign', { deposit_id: other }), 200);
    assert.equal(await owed(), before);
    const transfer = `${today()},-33.33,EUR,${returnReference(toReturn)},Mr Nobody,,F9`;
    const [{ id: laterId }] = (await importFile(csv(transfer))).json().data;
    const [gone] = (await linesOf(laterId)).data;
    assert.deepEqual(
      [gone.result, gone.certainty, gone.document.kind, gone.document.reference],
      ['booked', 'sure', 'suspense', returnReference(toReturn)],
    );
    const results = (await linesOf(statementId)).data.map(({ result }: { result: string }) => result).sort();
    assert.deepEqual(results, ['booked', 'booked', 'returned']);
  });

  it('are of our accounts: another currency is refused, another account confirmed, and both before anything is kept', async () => {
    const stored = async () => (await admin.get('/api/admin/bank-statements')).json().meta.total;
    const before = await stored();
    const wrongCurrency = await importFile(csv(`${today()},1.00,USD,,,,H1`, `${today()},1.00,EUR,,,,H2`));
    assertStatus(wrongCurrency, 422);
    assert.match(
      wrongCurrency.json().errors.statement[0],
      /of NL91ABNA0417164300, our account in EUR, and has lines in USD\. Nothing was imported/,
    );
    // Confirmed or not: it is known to be wrong.
    const lines = [`${today()},1.00,USD,,,,H1`];
    assertStatus(await importFile(csv(...lines), admin, { confirmed: 'true' }), 422);
    const strange = csvOf('DE02 1203 0000 0000 2020 51', `${today()},1.00,EUR,,,,H3`);
    const unnamed = csvOf('', `${today()},1.00,EUR,,,,H4`);
    for (const [file, says] of [
      [
        strange,
        /It is of DE02120300000000202051, which is not among our accounts\. Ours are 000123456789 \(.*\) and NL91ABNA0417164300 \(EUR\)\./,
      ],
      [unnamed, /The file does not say which account it is of/],
    ] as const) {
      const asked = await importFile(file);
      assertStatus(asked, 409);
      assert.equal(asked.json().code, 'confirm_account');
      assert.match(asked.json().message, says);
    }
    assert.equal(await stored(), before);
    const known = (await importFile(csv(`${today()},1.00,EUR,,,,H5`))).json().data[0];
    assert.deepEqual([known.account, known.is_own_account], ['NL91ABNA0417164300', true]);
    const taken = await importFile(strange, admin, { confirmed: 'true' });
    assertStatus(taken, 201);
    const [{ id, account, is_own_account }] = taken.json().data;
    assert.deepEqual([account, is_own_account], ['DE02120300000000202051', false]);
    assert.equal((await linesOf(id)).meta.statement.is_own_account, false);
    const trail = await admin.get('/api/admin/audit?action=statement-imported');
    assert.match(
      JSON.stringify(trail.json().data),
      /1 new lines of the bank were imported, of an account that was confirmed/,
    );
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

  it('bring a payout back that left in a file: by its end-to-end id, paid once', async () => {
    const other = await createAdministrator(test);
    await fund(test, customer, 'EUR', 9_000n);
    const withdraw = async (amount: string) => {
      const body = { user_id: customer.customerId, wallet_id: customer.wallets.EUR, amount };
      const made = await other.send('POST', '/api/admin/withdrawals', body);
      assertStatus(made, 201);
      return made.json().data;
    };
    const [first, second] = [await withdraw('20.50'), await withdraw('10.00')];
    const exported = (as: TestAdministrator, ...ids: string[]) =>
      as.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids });
    assert.match((await exported(other, first.id)).json().message, /made by you: another administrator pays it/);
    assertStatus(await exported(await createAdministrator(test, 'finance'), first.id), 403);
    const twice = await Promise.all([exported(admin, first.id, second.id), exported(admin, second.id, first.id)]);
    assert.deepEqual(twice.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    const batch = twice.find(({ statusCode }) => statusCode === 201)?.json().data;
    const refused = twice.find(({ statusCode }) => statusCode === 409)?.json().message;
    assert.match(refused, new RegExp(`is in the file ${batch.reference} already`));
    assert.deepEqual([batch.sum.decimal, batch.transfers, batch.completed], ['30.50', 2, 0]);
    const inNoFile = async () =>
      (await admin.get('/api/admin/withdrawals?status=not_in_a_file'))
        .json()
        .data.map(({ reference }: { reference: string }) => reference);
    const third = await withdraw('1.00');
    assert.deepEqual(await inNoFile(), [third.reference]);
    const { data: shown } = (await admin.get(`/api/admin/withdrawals/${first.id}`)).json();
    assert.deepEqual(shown.payout_file, { id: batch.id, reference: batch.reference, created_at: batch.created_at });
    const narrowed = (await admin.get(`/api/admin/payout-batches?file=${batch.id}`)).json();
    assert.deepEqual([narrowed.data.length, narrowed.meta.total, narrowed.data[0].reference], [1, 1, batch.reference]);
    assert.equal((await admin.get(`/api/admin/payout-batches?file=${randomUUID()}`)).json().meta.total, 0);

    const fetched = await admin.get(`/api/admin/payout-batches/${batch.id}/file`);
    assert.match(fetched.body, new RegExp(`<EndToEndId>${first.reference}-${batch.reference}</EndToEndId>`));
    assert.match(fetched.body, new RegExp(`<NbOfTxs>2</NbOfTxs><CtrlSum>30.50</CtrlSum>.*<IBAN>${IBAN}</IBAN>`));
    const reject = { admin_notes: 'No' };
    const rejected = await admin.send('POST', `/api/admin/withdrawals/${first.id}/reject`, reject);
    assert.match(rejected.json().message, new RegExp(`Withdraw ${batch.reference} first`));

    const line = `${today()},-20.50,EUR,${first.reference}-${batch.reference},Ada Byron,${IBAN},P1`;
    const [{ id: statementId }] = (await importFile(csv(line))).json().data;
    const [found] = (await linesOf(statementId)).data;
    assert.deepEqual([found.result, found.certainty, found.document.reference], ['to_decide', 'sure', first.reference]);
    const early = await admin.send('POST', `/api/admin/payout-batches/${batch.id}/withdraw`);
    assert.match(early.json().message, new RegExp(`shows ${first.reference}-${batch.reference} as paid on ${today()}`));
    const paid = { value_date: found.value_date, bank_line_id: found.id };
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${first.id}/complete`, paid), 200);
    assert.equal((await linesOf(statementId)).data[0].result, 'booked');
    const taken = await admin.send('POST', `/api/admin/payout-batches/${batch.id}/withdraw`);
    assert.match(taken.json().message, /1 of its transfers are completed/);

    // The entry in the books leads to the paper, with the file and the line of the bank.
    const explained = await admin.get(`/api/admin/ledger/explain?subject=withdrawal-${first.id}@2`);
    const { data: nodes } = ExplainAnswer.parse(explained.json());
    const factsOf = (what: string) =>
      new Map(nodes.find((node) => node.what === what)?.facts.map(({ name, value }) => [name, value]));
    assert.equal(
      factsOf(`In the payout file ${batch.reference}`).get('end-to-end id'),
      `${first.reference}-${batch.reference}`,
    );
    assert.equal(factsOf('Line of the bank').get('value date'), today());
    assert.ok(nodes.some(({ what }) => what === `Withdrawal ${first.reference}`));

    // What takes two is not taken back by the one who gave it to the bank.
    await fund(test, customer, 'EUR', 500_000n);
    const large = (await exported(admin, (await withdraw('4500.01')).id)).json().data;
    const takeBack = (as: TestAdministrator) => as.send('POST', `/api/admin/payout-batches/${large.id}/withdraw`);
    assert.match((await takeBack(admin)).json().message, /another one has to withdraw it/);
    assert.deepEqual(await inNoFile(), [third.reference]);
    assertStatus(await takeBack(other), 200);
    assert.equal((await inNoFile()).length, 2);
  });

  it('return from suspense by a file: once, by another than who held much of it, and come back matched', async () => {
    const finance = await createAdministrator(test, 'finance');
    const rows = [
      `${today()},21.00,EUR,,Eve Poe,${IBAN},R1`,
      `${today()},22.00,EUR,,Nobody,,R2`,
      `${today()},4500.01,EUR,,Eve Poe,${IBAN},R3`,
    ];
    const [{ id: statementId }] = (await importFile(csv(...rows))).json().data;
    const { data: lines } = await linesOf(statementId);
    const idOf = (decimal: string) =>
      lines.find(({ amount }: { amount: { decimal: string } }) => amount.decimal === decimal).id as string;
    const [small, nameless, large] = [idOf('21.00'), idOf('22.00'), idOf('4500.01')];
    const step = (as: TestAdministrator, id: string, what: string, body: object) =>
      as.send('POST', `/api/admin/bank-lines/${id}/${what}`, body);
    for (const id of [small, nameless, large]) {
      assertStatus(await step(finance, id, 'hold', { value_date: today() }), 200);
    }
    const file = (as: TestAdministrator, ...ids: string[]) =>
      as.send('POST', '/api/admin/payout-batches/returns', { line_ids: ids });
    assertStatus(await file(await createAdministrator(test, 'approver'), small), 403);
    assert.match((await file(finance, small, nameless)).json().message, /does not say from which account it came/);
    assert.match((await file(finance, large)).json().message, /a second administrator has to return so much/);
    const twice = await Promise.all([file(finance, small), file(admin, small)]);
    assert.deepEqual(twice.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    const batch = twice.find(({ statusCode }) => statusCode === 201)?.json().data;
    assert.deepEqual([batch.kind, batch.sum.decimal, batch.completed], ['returns', '21.00', 0]);
    const endToEnd = `${returnReference(small)}-${batch.reference}`;
    const { body } = await finance.get(`/api/admin/payout-batches/${batch.id}/file`);
    assert.match(body, new RegExp(`<EndToEndId>${endToEnd}</EndToEndId>.*<Nm>Eve Poe</Nm>.*<IBAN>${IBAN}</IBAN>`));
    assertStatus(
      await (await createAdministrator(test, 'approver')).get(`/api/admin/payout-batches/${batch.id}/file`),
      403,
    );
    const listed = (await finance.get('/api/admin/bank-suspense?per_page=50')).json().data;
    assert.equal(listed.find(({ id }: { id: string }) => id === small).payout_file.reference, batch.reference);

    // What goes back is no deposit, while the bank may have the file.
    const depositId = await deposit('DEP-900041', 2_100n);
    const seen = { approved_amount: '21.00', value_date: today(), admin_notes: 'Found', bank_line_id: small };
    const approved = await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, seen);
    assert.match(approved.json().message, new RegExp(`is in the file ${batch.reference}`));

    const transfer = `${today()},-21.00,EUR,${endToEnd},Eve Poe,${IBAN},R9`;
    const [{ id: laterId }] = (await importFile(csv(transfer))).json().data;
    const [waits] = (await linesOf(laterId)).data;
    assert.deepEqual(
      [waits.result, waits.certainty, waits.document.kind, waits.document.line_id],
      ['to_decide', 'sure', 'suspense', small],
    );
    const undone = await finance.send('POST', `/api/admin/payout-batches/${batch.id}/withdraw`);
    assertStatus(undone, 409);
    assertStatus(await step(finance, small, 'return', { value_date: waits.value_date }), 200);
    const [booked] = (await linesOf(laterId)).data;
    assert.deepEqual([booked.result, booked.document.reference], ['booked', returnReference(small)]);
    const { data: files } = (await finance.get(`/api/admin/payout-batches?file=${batch.id}`)).json();
    assert.deepEqual([files[0].completed, files[0].transfers], [1, 1]);
  });

  it('leave suspense today where the month of their deposit was closed meanwhile', async () => {
    const finance = await createAdministrator(test, 'finance');
    const [year, month] = today().split('-').map(Number);
    const lastDay = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, 0)).toISOString().slice(0, 10);
    const [{ id: statementId }] = (await importFile(csv(`${lastDay},12.34,EUR,,Late,,G1`))).json().data;
    const [{ id: line }] = (await linesOf(statementId)).data;
    const step = (what: string, body: object) => finance.send('POST', `/api/admin/bank-lines/${line}/${what}`, body);
    assertStatus(await step('hold', { value_date: lastDay }), 200);
    const depositId = await deposit('DEP-900031', 1_234n);
    const body = { approved_amount: '12.34', value_date: lastDay, admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, body), 200);
    assertStatus(await finance.send('POST', `/api/admin/ledger/periods/${lastDay.slice(0, 7)}/close`, {}), 200);
    assertStatus(await step('assign', { deposit_id: depositId }), 200);
    assert.equal((await linesOf(statementId)).data[0].result, 'booked');
  });

  it('are refused where they cannot be read, and to those who may not', async () => {
    const broken = await importFile('date,amount,currency\n2026-02-30,1,EUR\n');
    assertStatus(broken, 422);
    assert.match(broken.json().errors.statement[0], /"2026-02-30" is not a day/);
    assertStatus(await importFile(csv(`${today()},1,EUR,,,,`), await createAdministrator(test, 'auditor')), 403);
    assertStatus(await admin.get(`/api/admin/bank-statements/${randomUUID()}/lines`), 404);
  });
});
