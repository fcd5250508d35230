import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { routeCommand } from '#core/ledger/ledger.ts';
import { createAdministrator, forgetConfirmation, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createBankDesk } from '#infra/proof/api/bank-desk.ts';
import { auditBooks } from '#infra/proof/api/books.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, send } from '#infra/proof/api/customers.ts';
import { takeNextSteps } from '#infra/proof/api/next-steps.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('corrections of the books', async () => {
  const test = await startTestApp();
  const { admin, customer, deposit, linesOf, importFile, csv, today } = await createBankDesk(test);
  const finance = await createAdministrator(test, 'finance');
  const approver = await createAdministrator(test, 'approver');
  after(() => test.stop());

  let lines = 0;
  const lineOf = async (amount: string, text = 'Account fee') => {
    lines += 1;
    const imported = await importFile(csv(`${today()},${amount},EUR,,${text},,C${lines}`));
    assertStatus(imported, 201);
    const [{ id }] = imported.json().data;
    const [line] = (await linesOf(id)).data;
    return { id: line.id as string, statement: id as string };
  };
  const propose = (body: object, as: TestAdministrator = finance) => as.send('POST', '/api/admin/corrections', body);
  const confirm = (id: string, as = approver, body: object = {}) =>
    as.send('POST', `/api/admin/corrections/${id}/confirm`, body);
  const balanceOf = async (name: string): Promise<bigint> => {
    const { lines: classes } = (await admin.get('/api/admin/ledger/trial-balance')).json().data;
    const of = classes.find(
      (each: { class: string; currency: string }) => each.class === name && each.currency === 'EUR',
    );
    return BigInt(of?.balance.amount ?? 0n);
  };
  const walletOf = async () => {
    const { data } = (await admin.get(`/api/admin/users/${customer.customerId}/wallets`)).json();
    return BigInt(data.find(({ currency }: { currency: string }) => currency === 'EUR').balance.amount);
  };

  it('from a line of the bank: finance proposes it, an approver confirms it, and the bank is equal again', async () => {
    const { id: lineId, statement } = await lineOf('-12.00');
    const [bank, charges] = [await balanceOf('assets:bank'), await balanceOf('expenses:bank-charges')];
    const body = { kind: 'bank-charge', bank_line_id: lineId, reason: 'Account fee of October' };
    const answer = await propose(body);
    assertStatus(answer, 201);
    const { id, reference, amount, status } = answer.json().data;
    assert.deepEqual([amount.decimal, status], ['-12.00', 'proposed']);
    assert.match(reference, /^COR-\d{6}$/);
    assert.equal((await propose(body)).json().data.id, id, 'a second click');
    assert.equal(await balanceOf('assets:bank'), bank, 'nothing is booked yet');

    assertStatus(await confirm(id, finance), 403);
    const twice = await propose({ ...body, kind: 'other' }, admin);
    assertStatus(twice, 409);
    assert.match(twice.json().message, /waits for its second administrator/);
    const changed = await confirm(id, approver, { expect_amount: '-1300' });
    assertStatus(changed, 409);
    assert.match(changed.json().message, /are proposed, not/);
    assertStatus(await confirm(id, approver, { expect_amount: '-1200', expect_value_date: today() }), 200);
    assertStatus(await confirm(id), 200);
    assert.equal((await balanceOf('assets:bank')) - bank, -1_200n);
    assert.equal((await balanceOf('expenses:bank-charges')) - charges, 1_200n);
    assert.equal((await linesOf(statement)).data[0].result, 'booked');
    const hold = await admin.send('POST', `/api/admin/bank-lines/${lineId}/hold`, { value_date: today() });
    assertStatus(hold, 409);
  });

  it('takes two persons and a confirmed session, and may be taken back while it waits', async () => {
    const { id: lineId } = await lineOf('5.00', 'Interest');
    const { id } = (await propose({ kind: 'interest', bank_line_id: lineId, reason: 'Interest' }, admin)).json().data;
    const own = await confirm(id, admin);
    assertStatus(own, 409);
    assert.match(own.json().message, /proposed this correction yourself/);
    await forgetConfirmation(test, approver);
    assert.equal((await confirm(id)).json().code, 'step_up_required');
    const other = await createAdministrator(test, 'finance');
    assertStatus(await other.send('POST', `/api/admin/corrections/${id}/reject`, {}), 403);
    assertStatus(await admin.send('POST', `/api/admin/corrections/${id}/reject`, {}), 200);
    assertStatus(await confirm(id, await createAdministrator(test, 'approver')), 409);
    const again = await propose({ kind: 'other', bank_line_id: lineId, reason: 'It was a gift' });
    assertStatus(again, 201);
    assert.deepEqual([again.json().data.id, again.json().data.kind], [id, 'other']);
  });

  it('is confirmed by nobody whom who proposed it brought in, and by nobody after they were disabled', async () => {
    const proposer = await createAdministrator(test, 'finance');
    const { id: lineId } = await lineOf('6.00', 'Interest');
    const body = { kind: 'interest', bank_line_id: lineId, reason: 'Interest' };
    const { id } = (await propose(body, proposer)).json().data;
    const tied = await createAdministrator(test, 'approver');
    await test.deps.database.query(sql.typeAlias('void')`
      insert into app.administrator_tie (administrator_id, brought_in_by, tied_at)
      values (${tied.administratorId}, ${proposer.administratorId}, now())`);
    const refused = await confirm(id, tied);
    assertStatus(refused, 409);
    assert.match(refused.json().message, /brought one another in a short time ago/);
    for (const [who, isOwn] of [[tied, false] as const, [proposer, true] as const]) {
      const { is_own, may_confirm } = (await who.get(`/api/admin/corrections/${id}`)).json().data;
      assert.deepEqual([is_own, may_confirm], [isOwn, false]);
    }
    await test.deps.database.query(sql.typeAlias('void')`
      update app.administrator set is_active = false where administrator_id = ${proposer.administratorId}`);
    const another = await createAdministrator(test, 'approver');
    assert.match((await confirm(id, another)).json().message, /may not propose it any more/);
    assertStatus(await admin.send('POST', `/api/admin/corrections/${id}/reject`, {}), 200);
  });

  it('by hand is the line of the bank that comes later, so that nobody books it a second time', async () => {
    const body = { kind: 'bank-charge', amount: '17.31', currency: 'EUR', direction: 'out', reason: 'Fee of the card' };
    const byHand = await propose({ ...body, paper: 'Folder 7', value_date: today() });
    assertStatus(byHand, 201);
    const { id, reference } = byHand.json().data;
    const { statement } = await lineOf('-17.31', 'Card fee');
    const line = async () => (await linesOf(statement)).data[0];
    const waits = await line();
    assert.deepEqual([waits.result, waits.document], ['unknown', null]);
    assert.match(waits.reason, new RegExp(`${reference}, of this amount .* waits without a line`));
    const asked = await confirm(id, await createAdministrator(test, 'approver'));
    assertStatus(asked, 409);
    assert.match(asked.json().message, /The bank’s line of -€17\.31 on .* is not booked yet.* Nothing was booked yet/);
    assertStatus(await confirm(id, await createAdministrator(test, 'approver'), { confirmed: true }), 200);
    const booked = await line();
    assert.deepEqual(
      [booked.result, booked.document.kind, booked.document.reference],
      ['booked', 'correction', reference],
    );
    // Another charge of the same amount is another one: the correction is one line alone.
    const { statement: next } = await lineOf('-17.31', 'Card fee');
    const both = [await line(), (await linesOf(next)).data[0]];
    assert.deepEqual(both.map(({ result }) => result).sort(), ['booked', 'unknown']);
  });

  it('by hand is asked about where the bank has its line, or another correction has its amount and about its day', async () => {
    const second = await createAdministrator(test, 'approver');
    const { id: lineId } = await lineOf('-23.45', 'Card fee');
    const near = new Date(Date.parse(today()) - 4 * 86_400_000).toISOString().slice(0, 10);
    const body = { kind: 'bank-charge', amount: '23.45', currency: 'EUR', direction: 'out', reason: 'Fee of the card' };
    const byHand = { ...body, paper: 'Folder 7', value_date: near };
    const asked = await propose(byHand);
    assertStatus(asked, 409);
    assert.equal(asked.json().code, 'confirm_correction');
    assert.match(
      asked.json().message,
      new RegExp(`line of -€23.45 on ${today()} is not booked yet.*Nothing was proposed yet`),
    );
    // Neither of the other direction, of another amount, another currency, nor of other days.
    for (const other of [
      { direction: 'in' },
      { amount: '23.46' },
      { currency: 'USD' },
      { value_date: new Date(Date.parse(today()) - 6 * 86_400_000).toISOString().slice(0, 10) },
    ]) {
      const answer = await propose({ ...byHand, ...other });
      assertStatus(answer, 201);
      assertStatus(await admin.send('POST', `/api/admin/corrections/${answer.json().data.id}/reject`, {}), 200);
    }
    const { id, reference } = (await propose({ kind: 'bank-charge', bank_line_id: lineId, reason: 'Fee' })).json().data;
    assertStatus(await confirm(id, second), 200);
    const again = await propose(byHand);
    assertStatus(again, 409);
    assert.match(again.json().message, new RegExp(`^${reference} has this amount and is of ${today()}\\. Nothing`));
    const key = { 'idempotency-key': crypto.randomUUID() };
    const another = await finance.send('POST', '/api/admin/corrections', { ...byHand, confirmed: true }, key);
    assertStatus(another, 201);
    const twice = await finance.send('POST', '/api/admin/corrections', { ...byHand, confirmed: true }, key);
    assert.equal(twice.json().data.id, another.json().data.id);
    assertStatus(await confirm(another.json().data.id, second), 409);
    assertStatus(await confirm(another.json().data.id, second, { confirmed: true }), 200);
    assertStatus(await confirm(another.json().data.id, second), 200);
  });

  it('from a line of the bank is asked about where one was booked by hand that may be it', async () => {
    const second = await createAdministrator(test, 'approver');
    const hand = {
      kind: 'bank-charge',
      amount: '34.56',
      currency: 'EUR',
      direction: 'out',
      reason: 'Fee',
      paper: 'Folder 8',
    };
    const { id, reference } = (await propose({ ...hand, value_date: today() })).json().data;
    assertStatus(await confirm(id, second), 200);
    const { id: lineId } = await lineOf('-34.56', 'Card fee');
    const body = { kind: 'bank-charge', bank_line_id: lineId, reason: 'Fee' };
    const asked = await propose(body);
    assertStatus(asked, 409);
    assert.match(
      asked.json().message,
      new RegExp(`^${reference} has this amount and is of ${today()}\\. Nothing was proposed`),
    );
    const { id: other } = (await propose({ ...body, confirmed: true })).json().data;
    assertStatus(await confirm(other, second), 409);
    assertStatus(await confirm(other, second, { confirmed: true }), 200);
    assertStatus(await confirm(other, second), 200);
  });

  it('and deposits from a line of the bank do not count before its day', async () => {
    const before = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10);
    const { id: fee } = await lineOf('-3.21');
    const body = { kind: 'bank-charge', bank_line_id: fee, reason: 'Account fee' };
    const early = await propose({ ...body, value_date: before });
    assertStatus(early, 422);
    assert.match(early.json().errors.value_date[0], new RegExp(`has the value date ${today()}`));
    assertStatus(await propose({ ...body, value_date: today() }), 201);
    const depositId = await deposit('DEP-970009', 4_321n);
    const { id: line } = await lineOf('43.21', 'DEP-970009');
    const on = (value_date: string) =>
      admin.send('POST', `/api/admin/deposits/${depositId}/approve`, {
        ...{ approved_amount: '43.21', admin_notes: 'Seen', bank_line_id: line, value_date },
      });
    assertStatus(await on(before), 422);
    assertStatus(await on(today()), 200);
  });

  it('of a deposit that the bank took back debits the wallet as far as it has funds, and the rest is a receivable', async () => {
    const second = await createAdministrator(test, 'approver');
    const depositId = await deposit('DEP-970001', 10_000n);
    const seen = { approved_amount: '100.00', admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, seen), 200);
    const before = await walletOf();
    const { id: lineId } = await lineOf('-100.00', 'Recall');
    const body = { kind: 'deposit-taken-back', bank_line_id: lineId, document: 'dep-970001', reason: 'Recalled' };
    const tooMuch = await lineOf('-100.01', 'Recall');
    assertStatus(await propose({ ...body, bank_line_id: tooMuch.id }), 422);
    const { id } = (await propose(body)).json().data;
    assertStatus(await confirm(id, second), 200);
    assert.equal((await walletOf()) - before, -10_000n);
    const once = await propose({
      ...body,
      bank_line_id: undefined,
      amount: '1',
      currency: 'EUR',
      value_date: today(),
      paper: 'x',
    });
    assertStatus(once, 409);
    const explained = await admin.get(`/api/admin/ledger/explain?subject=correction-${id}`);
    assertStatus(explained, 200);
    assert.match(explained.body, /Deposit taken back/);
  });

  it('by hand needs its amount, side, day and the place of its paper', async () => {
    const refused = await propose({ kind: 'bank-charge', reason: 'Fee' });
    assertStatus(refused, 422);
    assert.deepEqual(Object.keys(refused.json().errors).toSorted(), [
      'amount',
      'currency',
      'direction',
      'paper',
      'value_date',
    ]);
    const byHand = { kind: 'bank-charge', reason: 'Fee', amount: '3', currency: 'EUR', direction: 'out' };
    const answer = await propose({ ...byHand, value_date: today(), paper: 'Advice of the bank, folder 12' });
    assertStatus(answer, 201);
    assert.equal(answer.json().data.amount.decimal, '-3.00');
    const listed = (await finance.get('/api/admin/corrections?status=proposed')).json();
    assert.ok(listed.data.some(({ id }: { id: string }) => id === answer.json().data.id));
    const stranger = await createAdministrator(test, 'support');
    assertStatus(await stranger.get('/api/admin/corrections'), 403);
    assertStatus(await propose(byHand, approver), 403);
  });

  it('of a line that was put into suspense meanwhile is refused, because its money would be booked twice', async () => {
    const second = await createAdministrator(test, 'approver');
    const { id: lineId, statement } = await lineOf('9.00', 'Interest');
    const body = { kind: 'interest', bank_line_id: lineId, reason: 'Interest' };
    const { id } = (await propose(body)).json().data;
    assertStatus(await finance.send('POST', `/api/admin/bank-lines/${lineId}/hold`, {}), 200);
    const bank = await balanceOf('assets:bank');
    const refused = await confirm(id, second);
    assertStatus(refused, 409);
    assert.match(refused.json().message, /in suspense: assign or return it there/);
    assert.equal(await balanceOf('assets:bank'), bank);
    assert.equal((await linesOf(statement)).data[0].result, 'in_suspense');
    assertStatus(await admin.send('POST', `/api/admin/corrections/${id}/reject`, {}), 200);
  });

  it('is confirmed as it was shown: what was proposed again meanwhile is another one', async () => {
    const second = await createAdministrator(test, 'approver');
    const { id: lineId } = await lineOf('-15.00', 'Fee');
    const charge = { kind: 'bank-charge', bank_line_id: lineId, reason: 'Account fee' };
    const shown = (await propose(charge)).json().data;
    assertStatus(await finance.send('POST', `/api/admin/corrections/${shown.id}/reject`, {}), 200);
    const owner = (await propose({ ...charge, kind: 'owner', reason: 'Taken out' })).json().data;
    assert.equal(owner.id, shown.id);
    const seen = { expect_amount: '-1500', expect_value_date: today() };
    const refused = await confirm(shown.id, second, { ...seen, expect_reference: shown.reference });
    assertStatus(refused, 409);
    assert.match(refused.json().message, new RegExp(`${owner.reference} by now; you were shown ${shown.reference}`));
    assert.equal((await second.get(`/api/admin/corrections/${shown.id}`)).json().data.status, 'proposed');
    assertStatus(await confirm(shown.id, second, { ...seen, expect_reference: owner.reference }), 200);
  });

  it('of what a customer owes waits until its wallet gave up its part, and is of no more than is owed then', async () => {
    // Given a deposit that was taken back, where the process died before the wallet, which has €6.00 of it, gave that up.
    const second = await createAdministrator(test, 'approver');
    const indebted = await createCustomer(test);
    const [depositId, number, amount] = [randomUUID(), 'DEP-900091', money(1_000n, 'EUR')] as const;
    const [document, walletId] = [{ kind: 'deposit', id: depositId, number } as const, indebted.wallets.EUR];
    const requested = { type: 'RequestDeposit', depositId, number, walletId, amount, note: null } as const;
    await send(test, { ...requested, customerId: indebted.customerId }, approvalOf(depositId, amount));
    const { variantId } = await createProduct(test, { codes: 1, priceMinor: 400n });
    await buy(test, indebted, { walletId, variantId });
    const [value_date, reason, paper] = ['2026-01-02', 'R', 'P'];
    const hand = { currency: 'EUR', value_date, reason, paper, document: number, confirmed: true };
    const back = await propose({ ...hand, kind: 'deposit-taken-back', amount: '10' });
    assertStatus(back, 201);
    const { id: correctionId, reference } = back.json().data;
    const { store, deps } = test;
    const handler = createCommandHandler({ store, codec: ledgerCodec, clock: deps.clock, logger: silentLogger });
    const booking = { type: 'ConfirmCorrection', correctionId, by: second.administratorId, number: reference } as const;
    await takeNextSteps(test);
    const { position } = await routeCommand(
      handler,
      { ...booking, amount: money(-1_000n, 'EUR'), valueDate: value_date },
      { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'system', id: 'test' } },
    );
    assert.ok(await deps.readModels.waitForPosition(position, PATIENCE_MS));
    // Then nothing of it is written off: neither by a new proposal, nor by one that 0.3.0 let through.
    const all = randomUUID();
    await send(test, {
      ...({ type: 'ProposeCorrection', correctionId: all, number: 'COR-900091', kind: 'write-off' } as const),
      ...{ amount, reason, paper, corrects: document, walletId, valueDate: value_date, by: finance.administratorId },
    });
    const settle = (balance: bigint) =>
      deps.database.query(sql.typeAlias('void')`
        update read.ledger_accounts set balance = ${balance} where account = 'assets:receivables:EUR'`);
    const tooEarly = async (answer: Promise<{ statusCode: number; body: string }>) => {
      const given = await answer;
      assertStatus(given, 503);
      assert.match(given.body, /The wallet does not show yet that DEP-900091 was taken back\. Nothing was changed/);
    };
    await tooEarly(propose({ ...hand, kind: 'write-off', amount: '10' }));
    await tooEarly(confirm(all, second));
    // When the processes go on, then what the wallet did not have is left to write off.
    await takeNextSteps(test);
    const refused = await confirm(all, second);
    assertStatus(refused, 409);
    assert.match(refused.json().message, /is of €10\.00, and €4\.00 are left to write off\. Reject it/);
    assert.equal(await balanceOf('assets:receivables'), 400n);
    // As 0.3.0 writes it off beside, for no deposit: what one of both has written off, the other one does not.
    const rest = await propose({ ...hand, kind: 'write-off', amount: '4' });
    assertStatus(rest, 201);
    await settle(300n);
    assert.match((await confirm(rest.json().data.id, second)).json().message, /of €4\.00, and €3\.00 are left/);
    await settle(400n);
    assertStatus(await confirm(rest.json().data.id, second), 200);
    assertStatus(await confirm(rest.json().data.id, second), 200);
    assert.equal(await balanceOf('assets:receivables'), 0n);
    assertStatus(await admin.send('POST', `/api/admin/corrections/${all}/reject`, {}), 200);
    // 0.3.0 wrote it off and named no deposit, and more is owed now. The administrator who proposes to write that off is asked, and so is the one who confirms.
    await deps.database.query(sql.typeAlias('void')`
      update read.corrections set document_kind = null, document_id = null where correction_id = ${rest.json().data.id}`);
    await deps.database.query(sql.typeAlias('void')`
      update read.corrections set status = 'booked', amount = 100 where correction_id = ${all}`);
    await settle(400n);
    const again = { ...hand, kind: 'write-off', amount: '3', confirmed: false };
    const mayBe = (answer: Awaited<ReturnType<typeof propose>>, nothing: string) => {
      assertStatus(answer, 409);
      const { code, message } = answer.json();
      assert.equal(code, 'confirm_correction');
      assert.match(message, new RegExp(`^${rest.json().data.reference} wrote off €4.00 on 2026-01-02 .*${nothing}`));
    };
    mayBe(await propose(again), 'Nothing was proposed yet');
    const more = await propose({ ...again, confirmed: true });
    assertStatus(more, 201);
    mayBe(await confirm(more.json().data.id, second), 'Nothing was booked yet');
    assertStatus(await admin.send('POST', `/api/admin/corrections/${more.json().data.id}/reject`, {}), 200);
  });

  it('leave the books sound', () => auditBooks(test));
});
