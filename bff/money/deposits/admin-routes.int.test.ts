import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { AdminDepositPage, AdminDepositSaved } from '#bff/contract/money/deposit.ts';
import { parseSubject } from '#core/finance/explain/explain.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { send } from '#infra/proof/api/customers.ts';
import { depositDesk } from '#infra/proof/api/deposit-desk.ts';
import { changeMoney } from '#infra/proof/api/settings.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { trialBalance } from '#projections/models/general-ledger.ts';

describe('deposits in the back-office', async () => {
  const test = await startTestApp();
  const desk = await depositDesk(test);
  const { admin, customer } = desk;
  after(() => test.stop());

  it('are listed with their customer and opened notes, and summed in USD with EUR × 1.1', async () => {
    const before = AdminDepositPage.parse((await admin.get('/api/admin/deposits')).json()).meta.stats;
    const id = await desk.requested(10_000n);
    await desk.requested(10_000n, 'EUR');
    const answer = await admin.get('/api/admin/deposits?status=pending&per_page=50');
    assertStatus(answer, 200);
    const { data, meta } = AdminDepositPage.parse(answer.json());
    const deposit = data.find((row) => row.id === id);
    assert.equal(deposit?.user.email, customer.email);
    assert.equal(deposit?.user_notes, 'From our Łódź office');
    assert.equal(meta.stats.total, before.total + 2);
    assert.equal(meta.stats.pending, before.pending + 2);
    assert.equal(BigInt(meta.stats.total_value.amount) - BigInt(before.total_value.amount), 21_000n);
  });

  it('are found by their number and by their customer', async () => {
    const id = await desk.requested(500n);
    const number = `DEP-${id.slice(0, 6).toUpperCase()}`;
    for (const term of [number, id, id.slice(0, 8), id.slice(0, 18), customer.email]) {
      const answer = await admin.get(`/api/admin/deposits?per_page=100&search=${encodeURIComponent(term)}`);
      assert.ok(
        AdminDepositPage.parse(answer.json()).data.some((row) => row.id === id),
        term,
      );
    }
  });

  it('approved for less than was asked credit the wallet with exactly that, and name who did it', async () => {
    const id = await desk.requested(50_000n);
    const before = await desk.balance();
    const answer = await desk.approve(id, '123.45');
    assertStatus(answer, 200);
    const saved = AdminDepositSaved.parse(answer.json());
    assert.equal(saved.message, 'Deposit has been approved');
    assert.equal(saved.data.status, 'approved');
    assert.equal(saved.data.approved_amount?.formatted, '$123.45');
    assert.equal(saved.data.admin_notes, 'Seen on the account');
    assert.equal((await desk.balance()) - before, 12_345n);
    const trail = await admin.get(`/api/admin/audit/deposit/${id}`);
    const [event] = trail.json().data;
    assert.equal(event.type, 'DepositApproved');
    assert.deepEqual(event.actor, { kind: 'administrator', id: admin.administratorId, name: admin.name });
    assert.equal(event.data.note, '(sealed)');
    assert.equal((await trialBalance(test.deps.database)).isBalanced, true);
  });

  it('cannot be approved for nothing, for more than was asked, or for a text', async () => {
    const id = await desk.requested(10_000n);
    const before = await desk.balance();
    const cases = {
      '100.01': 'Approved amount cannot exceed the requested amount of $100.00',
      '0': 'Approved amount must be greater than 0',
      '1.234': 'Please enter a valid amount',
      ten: 'Please enter a valid amount',
    };
    for (const [amount, message] of Object.entries(cases)) {
      const answer = await desk.approve(id, amount);
      assertStatus(answer, 422);
      assert.deepEqual(answer.json().errors.approved_amount, [message], amount);
    }
    assert.equal(await desk.balance(), before);
  });

  it('are not approved where another amount, proof or fee was shown', async () => {
    const id = await desk.requested(25_000n);
    const approve = (shown: object) =>
      admin.send('POST', `/api/admin/deposits/${id}/approve`, {
        approved_amount: '250',
        admin_notes: 'Seen on the account',
        ...shown,
      });
    for (const [shown, said] of [
      [{ expect_amount: '20.00' }, /amount is \$250\.00 by now; you were shown \$20\.00\. Nothing was changed/],
      [{ expect_proof: randomUUID() }, /payment proof is another one than you were shown/],
      [{ expect_fee_percent: '2' }, /fee is 0 % by now; you were shown 2 %/],
    ] as const) {
      const refused = await approve(shown);
      assertStatus(refused, 409);
      assert.equal(refused.json().code, 'changed_since_shown');
      assert.match(refused.json().message, said);
    }
    const { payment_proof_id } = (await admin.get(`/api/admin/deposits/${id}`)).json().data;
    assert.ok(payment_proof_id);
    const asShown = { expect_amount: '250.00', expect_proof: payment_proof_id, expect_fee_percent: '0' };
    assertStatus(await approve(asShown), 200);
    // A repetition is the same decision.
    assertStatus(await approve(asShown), 200);
  });

  it('credit once when approved twice, one after the other or at once', async () => {
    const id = await desk.requested(10_000n);
    const before = await desk.balance();
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.approve(id, '100.00')));
    for (const answer of answers) assertStatus(answer, 200);
    assertStatus(await desk.approve(id, '100.00'), 200);
    assertStatus(await desk.approve(id, '60.00'), 409);
    assert.equal((await desk.balance()) - before, 10_000n);
  });

  it('refuse the same decision with other notes, which would be lost', async () => {
    const approved = await desk.requested(10_000n);
    assertStatus(await desk.approve(approved, '100.00'), 200);
    const other = await admin.send('POST', `/api/admin/deposits/${approved}/approve`, {
      approved_amount: '100.00',
      admin_notes: 'Seen twice',
    });
    assertStatus(other, 409);
    assert.match(
      other.json().message,
      /approved already, with another amount, value date or other notes\. Nothing was changed/,
    );
    const rejected = await desk.requested(10_000n);
    assertStatus(await desk.reject(rejected, 'No transfer'), 200);
    assertStatus(await desk.reject(rejected, 'No transfer'), 200);
    assertStatus(await desk.reject(rejected, 'Another reason'), 409);
    const shown = AdminDepositSaved.pick({ data: true }).parse(
      (await admin.get(`/api/admin/deposits/${rejected}`)).json(),
    );
    assert.equal(shown.data.admin_notes, 'No transfer');
  });

  it('answer a repeated Idempotency-Key with the first answer', async () => {
    const id = await desk.requested(7_000n);
    const key = { 'idempotency-key': randomUUID() };
    const first = await desk.approve(id, '70', key);
    const again = await desk.approve(id, '70', key);
    assertStatus(again, 200);
    assert.deepEqual(again.json(), first.json());
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assertStatus(await desk.approve(id, '50', key), 422);
  });

  it('have one outcome when approved and rejected at the same moment', async () => {
    const before = await desk.balance();
    const ids = await Promise.all(Array.from({ length: 4 }, () => desk.requested(1_000n)));
    const outcomes = await Promise.all(
      ids.map(async (id) => {
        const answers = await Promise.all([desk.approve(id, '10'), desk.reject(id, 'Not on the account')]);
        return answers.map((answer) => answer.statusCode).sort();
      }),
    );
    for (const outcome of outcomes) assert.deepEqual(outcome, [200, 409]);
    const rows = await Promise.all(ids.map((id) => admin.get(`/api/admin/deposits/${id}`)));
    const approved = rows.filter((row) => row.json().data.status === 'approved').length;
    assert.equal((await desk.balance()) - before, BigInt(approved) * 1_000n);
  });

  it('are approved with the day on which the bank received it, which is not in the future', async () => {
    const id = await desk.requested(10_000n);
    const on = (value_date: string) =>
      admin.send('POST', `/api/admin/deposits/${id}/approve`, {
        approved_amount: '100',
        admin_notes: 'Seen',
        value_date,
      });
    const late = await on('2999-01-01');
    assertStatus(late, 422);
    assert.match(late.json().errors.value_date[0], /cannot be in the future\. Nothing was changed/);
    assertStatus(await on('2026-02-30'), 422);
    const answer = await on('2025-10-31');
    assertStatus(answer, 200);
    assert.equal(answer.json().data.value_date, '2025-10-31');
    assertStatus(await on('2025-10-30'), 409);
    const trail = (await admin.get(`/api/admin/audit?type=DepositApproved&per_page=1`)).json();
    assert.equal(trail.data[0].data.valueDate, '2025-10-31');
  });

  it('have a fee that is rounded as the settings say on the day of the approval, and stays', async () => {
    const approved = async () => {
      const id = await desk.requested(2_500n);
      const before = await desk.balance();
      assertStatus(await desk.approve(id, '25.00'), 200);
      return { id, credited: (await desk.balance()) - before };
    };
    const roundingOf = async (id: string) => {
      const tree = await test.deps.explain(parseSubject(`deposit-${id}`) ?? assert.fail('a deposit'));
      return tree?.children.find(({ what }) => what === 'Approved')?.facts?.rounding;
    };
    // 12.5 cents.
    await changeMoney(test, { depositFeePercent: '0.5' });
    const even = await approved();
    await changeMoney(test, { rounding: 'half-away-from-zero' });
    const away = await approved();
    await changeMoney(test, { rounding: 'half-even', depositFeePercent: '0' });
    assert.deepEqual([even.credited, away.credited], [2_488n, 2_487n]);
    assert.deepEqual([await roundingOf(even.id), await roundingOf(away.id)], [undefined, 'half away from zero']);
    assert.equal((await trialBalance(test.deps.database)).isBalanced, true);
  });

  it('without a proof are approved only with a reason, said at its field, and by two', async () => {
    const id = await desk.requested(100n, 'USD', false);
    const answer = await admin.send('POST', `/api/admin/deposits/${id}/approve`, { approved_amount: '1' });
    assertStatus(answer, 422);
    assert.match(answer.json().errors.admin_notes[0], /There is no payment proof: say in a note why/);
    const first = await desk.approve(id, '1');
    assertStatus(first, 200);
    assert.equal(first.json().data.awaits_second_approval, true);
    assertStatus(await desk.approve(id, '1'), 409);
    assertStatus(await desk.approve(id, '1', {}, await createAdministrator(test)), 200);
  });

  it('are rejected only with a reason, and credit nothing', async () => {
    const id = await desk.requested(10_000n);
    const before = await desk.balance();
    const blank = await desk.reject(id, '   ');
    assertStatus(blank, 422);
    assert.ok(blank.json().errors.admin_notes);
    const answer = await desk.reject(id, 'No such transfer');
    assertStatus(answer, 200);
    assert.equal(answer.json().message, 'Deposit has been rejected');
    assertStatus(await desk.approve(id, '100'), 409);
    assert.equal(await desk.balance(), before);
  });

  it('show their proof safely, and record each look', async () => {
    const id = await desk.requested(10_000n, 'USD', false);
    assertStatus(await admin.get(`/api/admin/deposits/${id}/payment-proof`), 404);
    const pdf = pdfOf(randomBytes(2_000));
    const file = await test.deps.files.save(Readable.from([pdf]), {
      maxBytes: 10_000,
      allowedTypes: ['application/pdf'],
      owner: customer.customerId,
    });
    await send(test, {
      type: 'UploadProof',
      depositId: id,
      fileId: file.id,
      sha256: file.sha256,
      contentType: file.contentType,
    });
    const answer = await admin.get(`/api/admin/deposits/${id}/payment-proof`);
    assertStatus(answer, 200);
    assert.deepEqual(answer.rawPayload, pdf);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.match(String(answer.headers['content-security-policy']), /sandbox/);
    assert.equal(answer.headers['cache-control'], 'private, no-store');
    // A write in another stream that is waited for, so that the look before it is shown too.
    await desk.requested(100n);
    const looks = await admin.get(`/api/admin/audit?actor_id=${admin.administratorId}&type=AdministratorActed`);
    const [look] = looks.json().data;
    assert.deepEqual(look.data.subject, { kind: 'deposit', id });
    assert.match(look.summary, /payment proof of deposit DEP-/);
  });

  it('have an invoice, also when rejected', async () => {
    const id = await desk.requested(10_000n);
    await desk.reject(id, 'No such transfer');
    const answer = await admin.get(`/api/admin/deposits/${id}/invoice`);
    assertStatus(answer, 200);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.match(String(answer.headers['content-disposition']), /deposit-invoice-DEP-[0-9A-F]{6}\.pdf/);
    assert.equal(answer.rawPayload.subarray(0, 5).toString(), '%PDF-');
  });

  it('that do not exist are not found', async () => {
    assertStatus(await admin.get(`/api/admin/deposits/${randomUUID()}`), 404);
    assertStatus(await desk.approve(randomUUID(), '1'), 404);
    assertStatus(await admin.get('/api/admin/deposits/not-an-id'), 404);
  });
});
