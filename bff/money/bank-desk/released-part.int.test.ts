import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createBankDesk, THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { proofOf, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('the part of a deposit that is decided at the same moment as the line that pays it', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const { admin, customer, deposit, linesOf, importFile, mt940, today } = await createBankDesk(test);
  after(() => test.stop());
  let next = 940_000;

  /** A line of 249 euros that pays two deposits, of which the second, of 99, ends between the decision and its approval. */
  async function raced(...ends: ((ids: readonly string[]) => Promise<LedgerCommand> | LedgerCommand)[]) {
    const numbers = [`DEP-${next++}`, `DEP-${next++}`];
    const ids = [await deposit(numbers[0] ?? '', 15_000n), await deposit(numbers[1] ?? '', 9_900n)];
    const row = `${today()},249.00,EUR,${numbers.join(' ')},Eve Poe,${THEIR_IBAN},S${next}`;
    const [{ id: statementId }] = (await importFile(mt940(row))).json().data;
    const line = async () => (await linesOf(statementId)).data[0];
    const { id: lineId } = await line();
    const { ledger } = test.deps;
    const { execute } = ledger;
    Object.assign(ledger, {
      execute: async (...args: Parameters<typeof execute>) => {
        const [command] = args;
        if (command.type === 'SplitBankLine' && command.lineId === lineId) {
          Object.assign(ledger, { execute });
          for (const end of ends) await send(test, await end(ids));
        }
        return execute(...args);
      },
    });
    const decided = await admin.send('POST', `/api/admin/bank-lines/${lineId}/split`, {
      deposits: ids.map((id) => ({ id })),
      value_date: today(),
    });
    assertStatus(decided, 200);
    return { ids, numbers, line, lineId, message: decided.json().message as string };
  }
  const reject = async ([, depositId = '']: readonly string[]): Promise<LedgerCommand> => ({
    type: 'RejectDeposit',
    depositId,
    note: await test.deps.notes.encrypt(customer.customerId, 'No'),
  });
  const alone = (depositId: string, minor: bigint): LedgerCommand => ({
    type: 'ApproveDeposit',
    depositId,
    approvedAmount: { amount: minor, currency: 'EUR' },
    fee: { amount: 0n, currency: 'EUR' },
    note: null,
    by: { id: admin.administratorId, aloneUpTo: null },
  });
  const remove = ([, depositId = '']: readonly string[]): LedgerCommand => ({ type: 'DeleteDeposit', depositId });
  const removeFirst = ([depositId = '']: readonly string[]): LedgerCommand => ({ type: 'DeleteDeposit', depositId });
  const statusOf = async (id: string) => (await admin.get(`/api/admin/deposits/${id}`)).json().data.status;
  const held = async () => (await admin.get('/api/admin/bank-suspense?per_page=100')).json();
  const heldSum = async () => (await held()).meta.held[0]?.sum.decimal ?? '0.00';
  const step = (as: TestAdministrator, id: string, what: string, body: object) =>
    as.send('POST', `/api/admin/bank-lines/${id}/${what}`, body);
  const unexplained = async () => {
    const { currencies } = (await admin.get('/api/admin/ledger/reconciliation')).json().data;
    const { unexplained: rest } = currencies.find((each: { currency: string }) => each.currency === 'EUR');
    return rest.decimal;
  };

  it('stays in suspense, and goes back to its sender with its own amount, by hand and by file', async () => {
    for (const way of ['by hand', 'by file'] as const) {
      const { ids, numbers, line, lineId, message } = await raced(way === 'by hand' ? reject : remove);
      assert.match(
        message,
        new RegExp(
          `^Decided otherwise, or given a new payment proof, at the same moment: ${numbers[1]}\\. €99\\.00 of the line stays in suspense\\. The other`,
        ),
      );
      assert.equal(await statusOf(ids[0] ?? ''), 'approved');
      const shown = await line();
      assert.deepEqual([shown.result, shown.in_suspense.decimal, shown.document], ['in_suspense', '99.00', null]);
      assert.match(shown.reason, /€99\.00 of it is in suspense/);
      const [listed] = (await held()).data;
      assert.deepEqual([listed.id, listed.amount.decimal, listed.together], [lineId, '99.00', []]);
      assert.equal(await heldSum(), '99.00');
      assert.equal(await unexplained(), '0.00');
      // Four eyes as for any return.
      const own = await step(admin, lineId, 'return', { value_date: today() });
      assertStatus(own, 409);
      assert.match(own.json().message, /put this line into suspense yourself/);
      const approver = await createAdministrator(test, 'approver');
      if (way === 'by file') {
        const file = await approver.send('POST', '/api/admin/payout-batches/returns', { line_ids: [lineId] });
        assertStatus(file, 201);
        const { id, reference, sum } = file.json().data;
        assert.equal(sum.decimal, '99.00');
        const early = await step(approver, lineId, 'return', { value_date: today() });
        assertStatus(early, 409);
        assert.match(early.json().message, new RegExp(`in the file ${reference}, which nobody has fetched yet`));
        assertStatus(await approver.get(`/api/admin/payout-batches/${id}/file`), 200);
      }
      assertStatus(await step(approver, lineId, 'return', { value_date: today() }), 200);
      const gone = await line();
      assert.equal(gone.result, 'returned');
      assert.match(gone.reason, /€99\.00 of it went back to its sender/);
      assert.equal(await heldSum(), '0.00');
    }
  });

  it('pays another deposit of its amount, and no other amount', async () => {
    const { line, lineId } = await raced(reject);
    const [wrong, right] = [await deposit(`DEP-${next++}`, 24_900n), await deposit(`DEP-${next++}`, 9_900n)];
    const approve = (id: string, amount: string) =>
      admin.send('POST', `/api/admin/deposits/${id}/approve`, {
        approved_amount: amount,
        value_date: today(),
        admin_notes: 'Found',
        bank_line_id: lineId,
      });
    const whole = await approve(wrong, '249.00');
    assertStatus(whole, 422);
    assert.match(whole.body, /of €99\.00: all of it, and no more/);
    assertStatus(await approve(right, '99.00'), 200);
    assert.equal((await line()).result, 'booked');
    assert.equal(await heldSum(), '0.00');
    assert.equal(await unexplained(), '0.00');
    const approver = await createAdministrator(test, 'approver');
    assertStatus(await step(approver, lineId, 'return', { value_date: today() }), 409);
  });

  it('pays several others that add up to it', async () => {
    const { line, lineId } = await raced(reject);
    const others = [await deposit(`DEP-${next++}`, 9_000n), await deposit(`DEP-${next++}`, 900n)];
    const body = { deposits: others.map((id) => ({ id })), value_date: today() };
    assertStatus(await step(admin, lineId, 'split', body), 200);
    for (const id of others) assert.equal(await statusOf(id), 'approved');
    assert.equal((await line()).result, 'booked');
    assert.equal(await heldSum(), '0.00');
  });

  it('goes to its own deposit, which then takes no other line, as does the rest of the line', async () => {
    const { ids, lineId, numbers, line } = await raced(
      ([one = '']) => alone(one, 15_000n),
      ([, two = '']) => alone(two, 9_900n),
    );
    assert.equal(await heldSum(), '249.00');
    const finance = await createAdministrator(test, 'finance');
    const assign = (id: string, deposit_id: string) => step(finance, id, 'assign', { deposit_id });
    const rows = ['150.00', '99.00'].map((amount) => `${today()},${amount},EUR,,Mr Nobody,,O${next++}`);
    const [{ id: statementId }] = (await importFile(mt940(...rows))).json().data;
    const others: string[] = (await linesOf(statementId)).data.map(({ id }: { id: string }) => id);
    for (const id of others) assertStatus(await step(finance, id, 'hold', { value_date: today() }), 200);
    for (const [index, depositId] of ids.entries()) {
      assertStatus(await assign(lineId, depositId), 200);
      const second = await assign(others[index] ?? '', depositId);
      assertStatus(second, 409);
      assert.match(second.json().message, new RegExp(`Another line of the bank is ${numbers[index]} already`));
      assertStatus(await assign(lineId, depositId), 200);
      assert.equal(await unexplained(), '0.00');
    }
    const { result, reason } = await line();
    assert.deepEqual([result, reason], ['booked', `${numbers.join(' and ')} were decided from this line.`]);
    assert.equal(await heldSum(), '249.00');
    for (const id of others) {
      assertStatus(await step(await createAdministrator(test, 'approver'), id, 'return', { value_date: today() }), 200);
    }
  });

  it('waits with its deposit where the customer replaced the proof that was seen', async () => {
    const { ids, line, lineId, numbers, message } = await raced(([, two = '']) => proofOf(two));
    assert.match(message, new RegExp(`at the same moment: ${numbers[1]}\\. €99\\.00 of the line stays in suspense`));
    assert.deepEqual([await statusOf(ids[0] ?? ''), await statusOf(ids[1] ?? '')], ['approved', 'pending']);
    // Once the new one was looked at, it is approved from what is left of the line.
    const body = { approved_amount: '99.00', value_date: today(), bank_line_id: lineId };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${ids[1]}/approve`, body), 200);
    assert.equal((await line()).result, 'booked');
    assert.equal(await unexplained(), '0.00');
  });

  it('stays where both deposits ended, as the whole line', async () => {
    const { ids, lineId, line } = await raced(reject, removeFirst);
    assert.equal(await heldSum(), '249.00');
    assert.equal(await statusOf(ids[1] ?? ''), 'rejected');
    const approver = await createAdministrator(test, 'approver');
    const back = await Promise.all([
      step(approver, lineId, 'return', { value_date: today() }),
      step(await createAdministrator(test, 'approver'), lineId, 'return', { value_date: today() }),
    ]);
    assert.ok(back.every(({ statusCode }) => [200, 404, 409].includes(statusCode)));
    assert.equal((await line()).result, 'returned');
    assert.equal(await heldSum(), '0.00');
  });
});
