import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createBankDesk } from '#infra/proof/api/bank-desk.ts';
import { proofOf, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

type Line = {
  id: string;
  result: string;
  reason: string;
  document: { reference: string } | null;
  together: { id: string; reference: string; is_booked: boolean }[];
  first_approval: { by: { id: string } } | null;
};

const REJECT = 'It cannot be confirmed any more: reject it.';

describe('a line of the bank that names several deposits', async () => {
  const test = await startTestApp();
  const { admin, customer, deposit, linesOf, importFile, csv, today } = await createBankDesk(test);
  after(() => test.stop());
  let next = 930_000;

  /** Deposits of these amounts, and a line that names them all. */
  async function paid(amounts: readonly bigint[], came = amounts.reduce((sum, each) => sum + each, 0n)) {
    const numbers = amounts.map(() => `DEP-${next++}`);
    const ids: string[] = [];
    for (const [index, amount] of amounts.entries()) ids.push(await deposit(numbers[index] ?? '', amount));
    const decimal = `${came / 100n}.${(came % 100n).toString().padStart(2, '0')}`;
    const row = `${today()},${decimal},EUR,${numbers.join(' ')},Ada Byron,,S${next}`;
    const [{ id: statementId }] = (await importFile(csv(row))).json().data;
    const line = async (): Promise<Line> => (await linesOf(statementId)).data[0];
    return { ids, numbers, line, lineId: (await line()).id };
  }
  const splitting = (ids: readonly string[], more: object = {}) => ({
    deposits: ids.map((id) => ({ id })),
    value_date: today(),
    ...more,
  });
  const split = (who: TestAdministrator, lineId: string, body: object, key?: string) =>
    who.send('POST', `/api/admin/bank-lines/${lineId}/split`, body, key ? { 'idempotency-key': key } : {});
  const statusOf = async (id: string) => (await admin.get(`/api/admin/deposits/${id}`)).json().data.status;
  const balance = () =>
    test.deps.database.oneFirst(
      sql.type(
        z.object({ balance: z.bigint() }),
      )`select balance from read.wallets where wallet_id = ${customer.wallets.EUR}`,
    );
  const waits = async (who: TestAdministrator): Promise<string[]> => {
    const answer = await who.get('/api/admin/approvals?kind=bank_line');
    assertStatus(answer, 200);
    return answer.json().data.map(({ reference }: { reference: string }) => reference);
  };
  const suspense = async () =>
    (await admin.get('/api/admin/bank-suspense'))
      .json()
      .meta.held.find((each: { sum: { currency: string } }) => each.sum.currency === 'EUR')?.sum.decimal ?? '0.00';

  it('credits them all by one decision, once, whichever way it is asked again', async () => {
    const { ids, numbers, line, lineId } = await paid([15_000n, 9_900n]);
    const before = await balance();
    const shown = await line();
    assert.deepEqual([shown.result, shown.together.map(({ reference }) => reference)], ['unknown', numbers]);
    const body = splitting(ids, {
      deposits: ids.map((id, index) => ({ id, expect_amount: ['150.00', '99.00'][index] })),
      admin_notes: 'They called',
    });
    for (const answer of await Promise.all([split(admin, lineId, body), split(admin, lineId, body)])) {
      assert.ok([200, 409].includes(answer.statusCode), answer.body);
    }
    await eventually(async () => assert.equal((await balance()) - before, 24_900n));
    assertStatus(await split(admin, lineId, body), 200);
    assert.equal((await balance()) - before, 24_900n);
    const after = await line();
    assert.deepEqual(
      [after.result, after.together.map(({ reference, is_booked }) => [reference, is_booked]), after.reason],
      ['booked', numbers.map((number) => [number, true]), `${numbers.join(' and ')} were decided from this line.`],
    );
    assert.equal(await suspense(), '0.00');
    const [event] = (await admin.get('/api/admin/audit?type=BankLineSplit')).json().data;
    assert.deepEqual(
      event.data.parts.map(({ note }: { note: string }) => note),
      ['(sealed)', '(sealed)'],
    );
    // Nothing else takes the line.
    const third = await deposit(`DEP-${next++}`, 24_900n);
    const approval = { approved_amount: '249.00', value_date: today(), admin_notes: 'x', bank_line_id: lineId };
    const taken = await admin.send('POST', `/api/admin/deposits/${third}/approve`, approval);
    assertStatus(taken, 409);
    assert.match(taken.json().message, new RegExp(numbers.join(' and ')));
  });

  it('is refused as a whole where one of them does not fit, and nothing changes', async () => {
    const { ids, lineId, line } = await paid([15_000n, 9_900n], 25_000n);
    const [one = '', two = ''] = ids;
    const other = await paid([1_000n, 2_000n]);
    const before = await balance();
    const refused = async (status: number, body: object, message: RegExp, at = lineId) => {
      const answer = await split(admin, at, body);
      assertStatus(answer, status);
      assert.match(answer.body, message);
    };
    await refused(422, splitting(ids), /The line is of €250\.00, and they are of €249\.00/);
    await refused(422, splitting([one, one]), /named twice/);
    await refused(422, splitting([one]), /deposits/);
    const [first = '', second = ''] = other.ids;
    const shown = { deposits: [{ id: first, expect_amount: '10.01' }, { id: second }] };
    await refused(409, splitting([], shown), /you were shown €10\.01/, other.lineId);
    const proof = { deposits: [{ id: first, expect_proof: first }, { id: second }] };
    await refused(409, splitting([], proof), /proof of DEP-\d+ is another one/, other.lineId);
    await refused(409, splitting(other.ids, { expect_fee_percent: '7' }), /The fee is/, other.lineId);
    // One of them was rejected meanwhile.
    assertStatus(await admin.send('POST', `/api/admin/deposits/${second}/reject`, { admin_notes: 'No' }), 200);
    await refused(409, splitting(other.ids), /is rejected already/, other.lineId);
    assert.deepEqual(
      [await statusOf(one), await statusOf(two), await statusOf(first)],
      ['pending', 'pending', 'pending'],
    );
    assert.equal(await balance(), before);
    assert.equal((await line()).result, 'unknown');
    assert.equal(await suspense(), '0.00');
    assertStatus(await split(await createAdministrator(test, 'finance'), other.lineId, splitting(other.ids)), 403);
  });

  it('takes two administrators where the sum does, though each deposit alone takes one', async () => {
    const [approver, finance] = [
      await createAdministrator(test, 'approver'),
      await createAdministrator(test, 'finance'),
    ];
    const { ids, numbers, line, lineId } = await paid([700_000n, 700_000n]);
    const before = await balance();
    const first = await split(admin, lineId, splitting(ids));
    assertStatus(first, 200);
    assert.match(first.json().message, /second administrator has to confirm/);
    assert.deepEqual([await balance(), await suspense()], [before, '14000.00']);
    assert.equal((await line()).first_approval?.by.id, admin.administratorId);
    const waiting = (await approver.get('/api/admin/approvals?kind=bank_line')).json().data;
    assert.deepEqual(
      waiting.map((each: { reference: string; may_confirm: boolean }) => [each.reference, each.may_confirm]),
      [[numbers.join(', '), true]],
    );
    assertStatus(await split(admin, lineId, splitting(ids)), 409);
    // The line is kept for them: it neither goes back nor is assigned or filed.
    const back = await approver.send('POST', `/api/admin/bank-lines/${lineId}/return`, { value_date: today() });
    assertStatus(back, 409);
    assert.match(back.json().message, new RegExp(numbers.join(' and ')));
    const approval = { approved_amount: '7000.00', value_date: today(), bank_line_id: lineId };
    assertStatus(await approver.send('POST', `/api/admin/deposits/${ids[0]}/approve`, approval), 409);
    assertStatus(await finance.send('POST', `/api/admin/bank-lines/${lineId}/split/reject`), 403);
    // It is taken back, and approved again.
    assertStatus(await admin.send('POST', `/api/admin/bank-lines/${lineId}/split/reject`), 200);
    assert.equal((await line()).first_approval, null);
    assertStatus(await split(admin, lineId, splitting(ids)), 200);
    assertStatus(await split(approver, lineId, { deposits: ids.map((id) => ({ id })) }), 200);
    await eventually(async () => assert.equal((await balance()) - before, 1_400_000n));
    assert.equal(await suspense(), '0.00');
    const events: { type: string; data: { firstApprovedBy?: string } }[] = [];
    for (const id of ids)
      for await (const event of test.deps.eventStore.readStream(`deposit-${id}`)) events.push(event as never);
    assert.equal(events.filter(({ type }) => type === 'DepositApproved').length, 2);
  });

  it('is confirmed only with the proofs that the first administrator saw', async () => {
    const approver = await createAdministrator(test, 'approver');
    const { ids, numbers, lineId, line } = await paid([700_000n, 700_000n]);
    const [, replaced = ''] = ids;
    const before = await balance();
    const confirm = async () => {
      const deposits = [];
      for (const id of ids) {
        const { payment_proof_id } = (await approver.get(`/api/admin/deposits/${id}`)).json().data;
        deposits.push({ id, expect_proof: payment_proof_id });
      }
      return split(approver, lineId, { deposits });
    };
    assertStatus(await split(admin, lineId, splitting(ids)), 200);
    for (const time of ['once', 'again']) {
      await send(test, proofOf(replaced));
      const refused = await confirm();
      assertStatus(refused, 409);
      assert.match(refused.json().message, new RegExp(`not of the payment proof of ${numbers[1]} that is there now`));
      assert.deepEqual([await statusOf(replaced), await balance()], ['pending', before]);
      assert.deepEqual(await waits(approver), [`${numbers.join(', ')} (new payment proof). ${REJECT}`]);
      if (time === 'again') break;
      // Who was first approves what is there now, which is replaced again.
      assertStatus(await split(admin, lineId, splitting(ids)), 200);
      assert.deepEqual(await waits(approver), [numbers.join(', ')]);
    }
    assertStatus(await approver.send('POST', `/api/admin/bank-lines/${lineId}/split/reject`), 200);
    assertStatus(await split(admin, lineId, splitting(ids)), 200);
    assertStatus(await confirm(), 200);
    await eventually(async () => assert.equal((await balance()) - before, 1_400_000n));
    assert.equal((await line()).result, 'booked');
  });

  it('is rejected where its deposits were decided otherwise since the first approval, or deleted', async () => {
    const approver = await createAdministrator(test, 'approver');
    const { ids, numbers, lineId, line } = await paid([700_000n, 700_000n]);
    const [one = '', two = ''] = ids;
    assertStatus(await split(admin, lineId, splitting(ids)), 200);
    assertStatus(await admin.send('POST', `/api/admin/deposits/${one}/reject`, { admin_notes: 'No' }), 200);
    assert.deepEqual(await waits(approver), [`${numbers[0]} (rejected), ${numbers[1]}. ${REJECT}`]);
    await send(test, { type: 'DeleteDeposit', depositId: two });
    assert.deepEqual(await waits(approver), [`${numbers[0]} (rejected), a deleted deposit. ${REJECT}`]);
    assertStatus(await approver.send('POST', `/api/admin/bank-lines/${lineId}/split/reject`), 200);
    // Given that none of them is there any more.
    const deleted = await paid([700_000n, 700_000n]);
    assertStatus(await split(admin, deleted.lineId, splitting(deleted.ids)), 200);
    for (const depositId of deleted.ids) await send(test, { type: 'DeleteDeposit', depositId });
    assert.deepEqual(await waits(approver), [`a deleted deposit, a deleted deposit. ${REJECT}`]);
    // Then the lists of lines say that it waits.
    const held: Line[] = (await approver.get('/api/admin/bank-suspense')).json().data;
    for (const shown of [await deleted.line(), held.find(({ id }) => id === deleted.lineId)])
      assert.deepEqual([shown?.together, shown?.first_approval?.by.id], [[], admin.administratorId]);
    assertStatus(await approver.send('POST', `/api/admin/bank-lines/${deleted.lineId}/split/reject`), 200);
    assert.deepEqual(await waits(approver), []);
    assert.deepEqual([(await line()).first_approval, (await deleted.line()).first_approval], [null, null]);
  });

  it('takes two administrators and a reason where one of them has no proof', async () => {
    const { ids, lineId } = await paid([1_000n]);
    const number = `DEP-${next++}`;
    const [paidOne = ''] = ids;
    const unproven = crypto.randomUUID();
    await send(test, {
      type: 'RequestDeposit',
      depositId: unproven,
      number,
      note: null,
      customerId: customer.customerId,
      walletId: customer.wallets.EUR ?? '',
      amount: { amount: 2_000n, currency: 'EUR' },
    });
    const [{ id: statementId }] = (await importFile(csv(`${today()},30.00,EUR,both,Ada Byron,,P${next}`))).json().data;
    const [{ id: together }] = (await linesOf(statementId)).data;
    assert.notEqual(together, lineId);
    const body = splitting([paidOne, unproven]);
    const without = await split(admin, together, body);
    assertStatus(without, 422);
    assert.match(without.json().errors.admin_notes[0], /no payment proof of each/);
    assertStatus(await split(admin, together, { ...body, admin_notes: 'They called' }), 200);
    assert.equal(await statusOf(unproven), 'pending');
    const approver = await createAdministrator(test, 'approver');
    assertStatus(await split(approver, together, { deposits: body.deposits }), 200);
    await eventually(async () => assert.equal(await statusOf(unproven), 'approved'));
    const { admin_notes: notes } = (await admin.get(`/api/admin/deposits/${unproven}`)).json().data;
    assert.equal(notes, 'They called');
  });

  it('counts with what was decided alone about the customer in the last days', async () => {
    const first = await paid([300_000n, 300_000n]);
    const alone = await split(admin, first.lineId, splitting(first.ids));
    assert.match(alone.json().message, /have been approved/);
    const second = await paid([300_000n, 300_000n]);
    const approver = await createAdministrator(test, 'approver');
    const more = await split(approver, second.lineId, splitting(second.ids));
    assertStatus(more, 200);
    assert.match(more.json().message, /second administrator has to confirm/);
    assertStatus(await split(admin, second.lineId, splitting(second.ids)), 200);
    // Two have decided it: what is left for one is as before.
    const third = await paid([100_000n, 100_000n]);
    assert.match((await split(approver, third.lineId, splitting(third.ids))).json().message, /have been approved/);
  });
});
