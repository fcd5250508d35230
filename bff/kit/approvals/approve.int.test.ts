import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { saveBankingDetail } from '#bff/money/payees/banking-store.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund, proofOf, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { approve as countAndSend } from './approve.ts';

describe('what one administrator may approve in a day', async () => {
  const test = await startTestApp({
    settings: { approvals: { approvalLimitPerDay: '1000' }, waits: { newPayeeHours: 0 } },
  });
  const customer = await createCustomer(test);
  await fund(test, customer, 'USD', 500_000n);
  after(() => test.stop());

  const deposit = async (minor: bigint, currency: Currency = 'USD'): Promise<string> => {
    const depositId = randomUUID();
    await send(test, {
      type: 'RequestDeposit',
      depositId,
      number: `DEP-${depositId.slice(0, 6)}`,
      note: null,
      customerId: customer.customerId,
      walletId: customer.wallets[currency],
      amount: { amount: minor, currency },
    });
    await send(test, proofOf(depositId));
    return depositId;
  };
  const approve = (as: TestAdministrator, id: string, amount: string, headers = {}) =>
    as.send('POST', `/api/admin/deposits/${id}/approve`, { approved_amount: amount, admin_notes: 'Seen' }, headers);

  it('is counted over deposits of all currencies, payouts and credit limits, and refused beyond', async () => {
    const admin = await createAdministrator(test);
    assertStatus(await approve(admin, await deposit(30_000n), '300'), 200);
    assertStatus(await approve(admin, await deposit(10_000n, 'EUR'), '100'), 200);
    const withdrawalId = randomUUID();
    await send(test, {
      type: 'RequestWithdrawal',
      withdrawalId,
      number: `WDR-${withdrawalId.slice(0, 6)}`,
      bankSnapshotId: null,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      requestedBy: 'customer',
      amount: { amount: 20_000n, currency: 'USD' },
      userNote: null,
      adminNote: null,
    });
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${withdrawalId}/complete`, {}), 200);
    const credit = (limit: string) =>
      admin.send('POST', `/api/admin/users/${customer.customerId}/credit`, {
        wallet_id: customer.wallets.USD,
        credit_limit: limit,
      });
    assertStatus(await credit('350'), 200);
    const id = await deposit(4_001n);
    const beyond = await approve(admin, id, '40.01');
    assertStatus(beyond, 409);
    assert.equal(beyond.json().code, 'daily_limit');
    assert.match(
      beyond.json().message,
      /You may approve \$1,000\.00 a day, and \$40\.00 of it is left\. Another administrator/,
    );
    assertStatus(await credit('0'), 200);
    assertStatus(await approve(admin, await deposit(4_000n), '40'), 200);
    assertStatus(await approve(await createAdministrator(test), id, '40.01'), 200);
  });

  it('holds for two at once', async () => {
    const admin = await createAdministrator(test);
    const ids = await Promise.all(Array.from({ length: 5 }, () => deposit(30_000n)));
    const answers = await Promise.all(ids.map((id) => approve(admin, id, '300')));
    assert.deepEqual(answers.map((answer) => answer.statusCode).toSorted(), [200, 200, 200, 409, 409]);
  });

  it('counts no refusal, the same deposit once, and no other day', async () => {
    const admin = await createAdministrator(test);
    const id = await deposit(90_000n);
    assertStatus(await approve(admin, id, '900.01'), 422);
    // Refused before a command is sent to the ledger.
    const unknownLine = { approved_amount: '500', admin_notes: 'Seen', bank_line_id: '5f'.repeat(32) };
    const refused = await admin.send('POST', `/api/admin/deposits/${await deposit(50_000n)}/approve`, unknownLine);
    assert.match(refused.body, /no such line of a bank statement/);
    const key = { 'idempotency-key': randomUUID() };
    assertStatus(await approve(admin, id, '900', key), 200);
    assertStatus(await approve(admin, id, '900', key), 200);
    assertStatus(await approve(admin, id, '900'), 200);
    assertStatus(await approve(admin, await deposit(10_001n), '100.01'), 409);
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`update app.approval_of_day set day = day - 1 where administrator_id = ${admin.administratorId}`,
    );
    assertStatus(await approve(admin, await deposit(90_000n), '900'), 200);
  });

  it('is not lowered by a repetition with a smaller body after an answer that was lost', async () => {
    const admin = await createAdministrator(test);
    const id = await deposit(90_000n);
    const key = { 'idempotency-key': randomUUID() };
    assertStatus(await approve(admin, id, '900', key), 200);
    // As after a 503: the key is free again.
    await answersAreKept(test.deps);
    await test.deps.database.query(
      sql.typeAlias('void')`delete from app.idempotency_key where key = ${key['idempotency-key']}`,
    );
    const again = await approve(admin, id, '1', key);
    assert.equal(again.json().data.approved_amount.formatted, '$900.00');
    assertStatus(await approve(admin, await deposit(20_000n), '200'), 409);
    assertStatus(await approve(admin, await deposit(10_000n), '100'), 200);
  });

  it('counts what is decided again under a key of another day, when nothing knows that key any more', async () => {
    const admin = await createAdministrator(test);
    const key = { 'idempotency-key': randomUUID() };
    const credit = (limit: string, headers = {}) =>
      admin.send(
        'POST',
        `/api/admin/users/${customer.customerId}/credit`,
        { wallet_id: customer.wallets.USD, credit_limit: limit },
        headers,
      );
    assertStatus(await credit('400', key), 200);
    await answersAreKept(test.deps);
    await test.deps.database.query(sql.void`delete from app.idempotency_key where key = ${key['idempotency-key']}`);
    await test.deps.database.query(sql.void`
      update app.approval_of_day set day = day - 8 where administrator_id = ${admin.administratorId}`);
    await test.deps.database.query(sql.void`
      update app.decided_alone set decided_at = decided_at - interval '8 days' where subject like 'credit:%'`);
    assertStatus(await credit('0'), 200);
    await credit('400', key);
    assertStatus(await approve(admin, await deposit(90_000n), '900'), 409);
    const [{ days }] = (await test.deps.database.any(sql.type(z.object({ days: z.int() }))`
      select extract(day from now() - max(decided_at))::int as days from app.decided_alone
      where subject = ${`credit:${customer.wallets.USD}`}`)) as [{ days: number }];
    assert.equal(days, 0);
  });

  it('leaves the session of the administrator in the event, and its device beside it', async () => {
    const admin = await createAdministrator(test);
    const id = await deposit(1_000n);
    assertStatus(await approve(admin, id, '10'), 200);
    const sessions = await test.deps.database.any(
      sql.type(z.object({ id: z.string() }))`select session_id as id from app.administrator_session
        where administrator_id = ${admin.administratorId}`,
    );
    const actors: unknown[] = [];
    for await (const { type, metadata } of test.deps.eventStore.readStream(`deposit-${id}`)) {
      if (type === 'DepositApproved') actors.push((metadata as { actor: unknown }).actor);
    }
    assert.deepEqual(actors, [{ kind: 'administrator', id: admin.administratorId, session: sessions[0]?.id }]);
  });

  it('does not count what nobody sent, because the lists were behind the ledger', async () => {
    const admin = await createAdministrator(test);
    const actor = { kind: 'administrator', administratorId: admin.administratorId } as unknown as AdministratorActor;
    const behind = { ...test.deps.readModels, waitForPosition: async () => false };
    const execute = async () => {
      await requireCurrent({ ...test.deps, readModels: behind });
      return assert.fail('sent');
    };
    const amount = { amount: 90_000n, currency: 'USD' } as const;
    await assert.rejects(
      countAndSend(
        test.deps,
        { actor, execute, newId: () => randomUUID() },
        { subject: `deposit:${randomUUID()}`, amount },
        { type: 'CaptureHold', walletId: customer.wallets.USD, holdId: randomUUID() } as never,
      ),
      { code: 'not_current' },
    );
    assertStatus(await approve(admin, await deposit(90_000n), '900'), 200);
  });

  it('counts what goes into a file for the bank, and not a second time when it comes back', async () => {
    const [admin, maker] = [await createAdministrator(test), await createAdministrator(test)];
    await saveBankingDetail(test.deps, customer.customerId, randomUUID(), {
      bank_name: 'Bank',
      full_bank_address: 'Köln',
      account_beneficiary_name: 'Ada Byron',
      currency: 'USD',
      account_iban: 'DE89370400440532013000',
      bic_swift: 'COLSDE33',
      aba_wire_routing_no: null,
      ach_routing_no: null,
    });
    const withdraw = async () => {
      const body = { user_id: customer.customerId, wallet_id: customer.wallets.USD, amount: '600' };
      const made = await maker.send('POST', '/api/admin/withdrawals', body);
      assertStatus(made, 201);
      return made.json().data.id;
    };
    const [one, other] = [await withdraw(), await withdraw()];
    const file = (...ids: string[]) => admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids });
    const tooMuch = await file(one, other);
    assertStatus(tooMuch, 409);
    assert.match(tooMuch.json().message, /\$1,000\.00 of it is left/);
    // Neither another administrator nor tomorrow would help.
    assert.match(tooMuch.json().message, /worth \$1,200\.00, more than anybody may approve in a day.*raise the limit/);
    assert.doesNotMatch(tooMuch.json().message, /or you tomorrow/);
    const made = await file(one);
    assertStatus(made, 201);
    assertStatus(await file(other), 409);
    assertStatus(await approve(admin, await deposit(40_000n), '400'), 200);
    assertStatus(await admin.get(`/api/admin/payout-batches/${made.json().data.id}/file`), 200);
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${one}/complete`, {}), 200);
  });
});
