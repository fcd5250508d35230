import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from '#bff/kit/tables/sql.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund, proofOf, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { countAlone, partiesOf } from './decided-alone.ts';

const DAY_MS = 86_400_000;
const BANK = {
  bankName: 'Bank',
  accountName: 'Ada Byron',
  accountNumber: 'NL91ABNA0417164300',
  swiftCode: 'ABNANL2A',
  additionalInfo: null,
};

describe('what one administrator decides alone, added up over days', async () => {
  const test = await startTestApp({
    settings: { approvals: { discountsAlone: 2 }, waits: { newPayeeHours: 0 } },
  });
  const [admin, other, third] = [
    await createAdministrator(test),
    await createAdministrator(test),
    await createAdministrator(test),
  ];
  after(() => test.stop());

  const deposit = async (customer: TestCustomer, minor: bigint, currency: Currency = 'USD'): Promise<string> => {
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
  const approve = (as: TestAdministrator, id: string, amount: string) =>
    as.send('POST', `/api/admin/deposits/${id}/approve`, { approved_amount: amount, admin_notes: 'Seen' });
  /** Whether a second administrator has to confirm it. */
  const waits = (answer: Awaited<ReturnType<typeof approve>>): boolean => {
    assertStatus(answer, 200);
    return answer.json().data.awaits_second_approval;
  };
  const withdraw = async (customer: TestCustomer, amount: string, details: object = {}): Promise<string> => {
    const asked = await test.app.inject({
      method: 'POST',
      url: '/api/withdrawals',
      headers: customer.headers,
      payload: { currency: 'EUR', amount, bankDetails: { ...BANK, ...details } },
    });
    assertStatus(asked, 201);
    return asked.json().data.id;
  };
  const complete = (as: TestAdministrator, id: string) => as.send('POST', `/api/admin/withdrawals/${id}/complete`, {});

  it('makes many small deposits of a customer take two, no matter who decided the others', async () => {
    const [customer, stranger] = [await createCustomer(test), await createCustomer(test)];
    assert.equal(waits(await approve(admin, await deposit(customer, 400_000n), '4000')), false);
    // Of another currency, by what it is worth.
    assert.equal(waits(await approve(other, await deposit(customer, 300_000n, 'EUR'), '3000')), false);
    const third4000 = await deposit(customer, 400_000n);
    const shown = (await other.get(`/api/admin/deposits/${third4000}`)).json().data.second_approval_above;
    assert.ok(BigInt(shown.amount) < 400_000n && BigInt(shown.amount) > 250_000n, shown.formatted);
    assert.equal(waits(await approve(other, third4000, '4000')), true);
    assert.equal(waits(await approve(admin, await deposit(stranger, 400_000n), '4000')), false);
    // Two have decided it, so it does not count: what was left is left.
    assert.equal(waits(await approve(admin, third4000, '4000')), false);
    assert.equal(waits(await approve(third, await deposit(customer, 200_000n), '2000')), false);
    test.advance(8 * DAY_MS);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator_session set expires_at = expires_at + interval '30 days',
        last_used_at = now() + interval '8 days', confirmed_at = now() + interval '8 days', created_at = now() + interval '8 days'`,
    );
    assert.equal(waits(await approve(admin, await deposit(customer, 1_000_000n), '10000')), false);
    assert.equal(waits(await approve(admin, await deposit(customer, 100n), '1')), true);
  });

  it('counts nothing that the ledger refuses, and nothing twice', async () => {
    const customer = await createCustomer(test);
    const id = await deposit(customer, 900_000n);
    assertStatus(await approve(admin, id, '9000.01'), 422);
    assert.equal(waits(await approve(admin, id, '9000')), false);
    assertStatus(await approve(admin, id, '8000'), 409);
    assert.equal(waits(await approve(admin, await deposit(customer, 100_000n), '1000')), false);
    assert.equal(waits(await approve(admin, await deposit(customer, 100n), '1')), true);
  });

  it('holds for two at once', async () => {
    const customer = await createCustomer(test);
    const ids = await Promise.all(Array.from({ length: 6 }, () => deposit(customer, 400_000n)));
    const answers = await Promise.all(ids.map((id, index) => approve(index % 2 === 0 ? admin : other, id, '4000')));
    assert.deepEqual(answers.map(waits).toSorted(), [false, false, true, true, true, true]);
    const parties = [`customer:${randomUUID()}`];
    const counted = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        test.deps.database.transaction((transaction) =>
          countAlone(test.deps, transaction, 'payout', [
            { requestId: randomUUID(), subject: `withdrawal:${index}`, parties, worth: 100_000n },
          ]),
        ),
      ),
    );
    assert.equal(counted.filter((left) => left === undefined).length, 5);
  });

  it('is one sum for two customers who are paid to one account, by hand and by file', async () => {
    const [one, two] = [await createCustomer(test), await createCustomer(test)];
    await fund(test, one, 'EUR', 1_000_000n);
    await fund(test, two, 'EUR', 1_000_000n);
    assert.equal(waits(await complete(admin, await withdraw(one, '3000'))), false);
    const same = await withdraw(two, '3000', { accountNumber: 'nl91 abna 0417 1643 00' });
    assert.equal(waits(await complete(admin, same)), true);
    const elsewhere = { accountNumber: 'DE89370400440532013000', swiftCode: 'COLSDE33' };
    // The customer is known by the other account, too.
    const small = await withdraw(two, '2000', elsewhere);
    const file = (...ids: string[]) => admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids });
    const made = await file(small);
    assertStatus(made, 201);
    assert.equal(made.json().data.awaits_second, true);
    const fresh = await createCustomer(test);
    await fund(test, fresh, 'EUR', 1_000_000n);
    const account = { accountNumber: 'FR1420041010050500013M02606', swiftCode: 'PSSTFRPP' };
    const [first, second] = [await withdraw(fresh, '2000', account), await withdraw(fresh, '2000', account)];
    const alone = await file(first);
    assert.equal(alone.json().data.awaits_second, false);
    const more = await withdraw(fresh, '1000', account);
    assert.equal((await file(second, more)).json().data.awaits_second, true);
    // What is in a file was judged when the file was made.
    assertStatus(await admin.get(`/api/admin/payout-batches/${alone.json().data.id}/file`), 200);
    assert.equal(waits(await complete(admin, first)), false);
  });

  it('is one sum for the credit limits of two wallets; a wallet’s own limit is one thing', async () => {
    const customer = await createCustomer(test);
    const credit = async (currency: Currency, limit: string) => {
      const answer = await admin.send('POST', `/api/admin/users/${customer.customerId}/credit`, {
        wallet_id: customer.wallets[currency],
        credit_limit: limit,
      });
      assertStatus(answer, 200);
      return /A second administrator/.test(answer.json().message);
    };
    assert.equal(await credit('USD', '3000'), false);
    assert.equal(await credit('USD', '6000'), false);
    assert.equal(await credit('EUR', '5000'), true);
    assert.equal(await credit('USD', '9000'), false);
    const { wallet_credit } = (await admin.get(`/api/admin/users/${customer.customerId}`)).json().data;
    const above = (currency: Currency) =>
      wallet_credit.find((each: { wallet_id: string }) => each.wallet_id === customer.wallets[currency])
        .second_approval_above.formatted;
    assert.equal(above('USD'), '$10,000.00');
    assert.match(above('EUR'), /€9\d\d\./);
    assert.equal(await credit('USD', '0'), false);
  });

  it('is a number of discounts, for the customer and for who raises them', async () => {
    const [one, two] = [await createCustomer(test), await createCustomer(test)];
    const products = await Promise.all([1, 2, 3, 4].map(() => createProduct(test)));
    const [decider, second] = [await createAdministrator(test), await createAdministrator(test)];
    const discount = async (as: TestAdministrator, customer: TestCustomer, index: number, percentage = 5) => {
      const body = { user_id: customer.customerId, product_id: products[index]?.productId, percentage };
      const answer = await as.send('POST', '/api/admin/discounts', body);
      assertStatus(answer, 200);
      return /A second administrator/.test(answer.json().message);
    };
    assert.equal(await discount(decider, one, 0), false);
    assert.equal(await discount(decider, one, 0, 10), false);
    const before = (await decider.get(`/api/admin/users/${two.customerId}/discounts`)).json();
    assert.equal(before.left_alone, 1);
    assert.equal(await discount(decider, two, 1), false);
    assert.equal(await discount(decider, two, 2), true);
    const list = (await decider.get(`/api/admin/users/${two.customerId}/discounts`)).json();
    assert.deepEqual([list.second_approval_above, list.left_alone], [0, 0]);
    assert.equal(await discount(second, two, 2), false);
    assert.equal(await discount(decider, one, 0, 0), false);
    assert.equal(await discount(second, one, 3), false);
    assert.equal(await discount(third, one, 1), true);
  });

  it('agrees with a sum by hand, whatever is decided when', async () => {
    const customers = await Promise.all([1, 2, 3].map(() => createCustomer(test, 'registered')));
    const ids = customers.map(({ customerId }) => customerId);
    // The first two are paid to one account.
    for (const id of ids.slice(0, 2)) {
      await test.deps.database.query(
        sql.typeAlias('void')`insert into app.bank_snapshot (id, customer_id, details_sealed, account_print)
          values (${randomUUID()}, ${id}, 'x', ${sql.binary(Buffer.from('one account'))})`,
      );
    }
    const parties = await partiesOf(test.deps.database, ids);
    const decision = fc.record({
      customer: fc.integer({ min: 0, max: 2 }),
      subject: fc.integer({ min: 0, max: 5 }),
      worth: fc.bigInt({ min: 1n, max: 700_000n }),
      afterMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(decision, { maxLength: 12 }), async (decisions) => {
        await test.deps.database.query(sql.typeAlias('void')`truncate app.decided_alone`);
        let now = Date.now();
        const counted: { person: number; subject: string; worth: bigint; at: number }[] = [];
        for (const { customer, subject: name, worth, afterMs } of decisions) {
          now += afterMs;
          const subject = `${customer}:${name}`;
          const person = customer === 2 ? 2 : 0;
          const before = new Map<string, bigint>();
          for (const each of counted) {
            const isOf = each.person === person && each.subject !== subject && each.at > now - 7 * DAY_MS;
            if (isOf && each.worth > (before.get(each.subject) ?? 0n)) before.set(each.subject, each.worth);
          }
          const sum = [...before.values()].reduce((all, each) => all + each, 0n);
          const expected =
            sum > 0n && sum + worth > 1_000_000n ? (sum > 1_000_000n ? 0n : 1_000_000n - sum) : undefined;
          const deps = { ...test.deps, clock: () => new Date(now) };
          const one = { requestId: randomUUID(), subject, worth, parties: parties.get(ids[customer] ?? '') ?? [] };
          const left = await test.deps.database.transaction((transaction) =>
            countAlone(deps, transaction, 'deposit', [one]),
          );
          assert.equal(left, expected);
          if (left === undefined) counted.push({ person, subject, worth, at: now });
        }
      }),
      { numRuns: 40 },
    );
  });
});
