import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { PERIODS_ID } from '#core/aggregates/period/events.ts';
import { accounts } from '#core/kernel/money/postings.ts';
import { sql } from '#infra/adapters/postgres/pool.ts';
import { openReadModels } from '#infra/proof/testing/read-models.ts';
import { ADMINISTRATOR, createLog, id } from '#projections/testing/log.ts';
import {
  ALICE,
  ALICE_USD,
  approveDeposit,
  openAccount,
  payOrder,
  placeOrder,
  requestDeposit,
  wholeStory,
} from '#projections/testing/story.ts';
import { listOwnDeposits } from './deposits.ts';
import { trialBalance } from './general-ledger.ts';
import { accountStatement, findLedgerAccount } from './ledger-account.ts';
import { listPeriods, monthsOfBooks } from './periods.ts';

const BANK_LINES = sql.fragment`
  select entry.position, line, amount, value_date, document_kind, document_id, currency, event_type = 'BankLineReturned'
  from read.ledger_entries entry join read.ledger_accounts account on account.id = account_id where account like 'assets:bank:%'`;

describe('the general ledger', async () => {
  const { pool, project, assertIndependentOfDelivery } = await openReadModels();
  const log = wholeStory();
  await project(log.events);

  it('balances in total', async () => {
    const balance = await trialBalance(pool);
    assert.ok(balance.isBalanced);
    const bank = balance.lines.find((line) => line.class === 'assets:bank');
    assert.equal((bank?.debits ?? 0n) - (bank?.credits ?? 0n), 94_500n);
    const sales = balance.lines.find((line) => line.class === 'income:sales');
    assert.equal((sales?.credits ?? 0n) - (sales?.debits ?? 0n), 39_001n);
    const payouts = balance.lines.find((line) => line.class === 'liabilities:payouts');
    assert.equal(payouts?.debits, payouts?.credits);
  });

  it('has what moved at the bank once more, apart from all other lines', async () => {
    const [{ lines } = { lines: '' }] = await pool.any(sql.type(z.object({ lines: z.string() }))`
      select coalesce(string_agg(difference::text, ' '), 'none') as lines from (
        (select position, line, amount, value_date, document_kind, document_id, currency, is_return from read.bank_entries
          except ${BANK_LINES})
        union all (${BANK_LINES} except
          select position, line, amount, value_date, document_kind, document_id, currency, is_return from read.bank_entries)) difference`);
    assert.equal(lines, 'none');
  });

  it('has a statement for each account, each line with the balance after it', async () => {
    const account = accounts.wallet(ALICE_USD);
    const statement = await accountStatement(pool, { account, currency: 'USD', limit: 100 });
    assert.deepEqual(statement.map((entry) => [entry.amount, entry.balance]).reverse(), [
      [-100_000n, -100_000n],
      [30_001n, -69_999n],
      [20_000n, -49_999n],
      [-20_000n, -69_999n],
      [10_000n, -59_999n],
      [5_000n, -54_999n],
      [-5_000n, -59_999n],
    ]);
    const [last, ...rest] = statement;
    assert.ok(last);
    assert.deepEqual(await accountStatement(pool, { account, currency: 'USD', before: last, limit: 100 }), rest);
    const [summary] = await findLedgerAccount(pool, account);
    assert.equal(summary?.balance, last.balance);
    assert.equal(summary?.entries, BigInt(statement.length));
  });

  it('shows what one document booked, which balances too', async () => {
    const entries = await pool.any(
      sql.type(z.object({ amount: z.bigint() }))`select amount from read.ledger_entries
        where document_id = ${id('withdrawal', 1)}`,
    );
    assert.equal(entries.length, 6);
    assert.equal(
      entries.reduce((sum, entry) => sum + entry.amount, 0n),
      0n,
    );
  });

  it('dates each line by the document, else by the day of its event', async () => {
    const [dated, own] = [createLog('2026-11-02T10:00:00.000Z'), await openReadModels()];
    openAccount(dated, ALICE, ALICE_USD);
    requestDeposit(dated, 1, ALICE, { wallet: ALICE_USD, minor: 500 });
    approveDeposit(dated, 1, ALICE, { wallet: ALICE_USD, minor: 500 }, '2026-10-31');
    placeOrder(dated, 1, ALICE, { wallet: ALICE_USD, minor: 200 }, '2026-11-02T11:00:00.000Z');
    payOrder(dated, 1, { wallet: ALICE_USD, minor: 200 });
    await own.project(dated.events);
    const statement = await accountStatement(own.pool, { account: accounts.wallet(ALICE_USD), currency: 'USD' });
    const [deposit] = (await listOwnDeposits(own.pool, ALICE, {})).items;
    await own.assertIndependentOfDelivery(dated.events);
    assert.deepEqual(
      statement.map(({ amount, valueDate }) => [amount, valueDate]),
      [
        [200n, '2026-11-02'],
        [-500n, '2026-10-31'],
      ],
    );
    assert.equal(deposit?.valueDate, '2026-10-31');
  });

  it('stands on any day, by either time, and nothing is booked into a closed month', async () => {
    const [log, own] = [createLog('2026-11-02T10:00:00.000Z'), await openReadModels()];
    openAccount(log, ALICE, ALICE_USD);
    const deposit = (number: number, minor: number, valueDate?: string) => {
      requestDeposit(log, number, ALICE, { wallet: ALICE_USD, minor });
      approveDeposit(log, number, ALICE, { wallet: ALICE_USD, minor }, valueDate);
    };
    deposit(1, 500);
    deposit(2, 300, '2026-10-31');
    deposit(3, 40, '2026-09-30');
    const step = (type: 'PeriodClosed' | 'PeriodReopened', data: object) =>
      log.add(`period-${PERIODS_ID}`, type, { month: '2026-10', ...data } as never, { actor: ADMINISTRATOR });
    step('PeriodClosed', { totals: [] });
    deposit(4, 7, '2026-10-30');
    step('PeriodReopened', { reason: 'late' });
    deposit(5, 2, '2026-10-30');
    await own.project(log.events);
    const account = accounts.wallet(ALICE_USD);
    const on = async (at: string, by: 'recorded' | 'value-date') => {
      const { lines, isBalanced } = await trialBalance(own.pool, { at, by });
      const [summary] = await findLedgerAccount(own.pool, account, { at, by });
      assert.ok(isBalanced);
      assert.equal(summary?.balance ?? 0n, -(lines.find((line) => line.class === 'assets:bank')?.debits ?? 0n));
      return -(summary?.balance ?? 0n);
    };
    assert.deepEqual([await on('2026-10-31', 'recorded'), await on('2026-11-02', 'recorded')], [0n, 849n]);
    assert.equal(await on('2026-09-29', 'value-date'), 0n);
    assert.equal(await on('2026-09-30', 'value-date'), 40n);
    assert.equal(await on('2026-10-31', 'value-date'), 342n);
    assert.equal(await on('2026-11-02', 'value-date'), 849n);
    const page = { account, currency: 'USD', by: 'value-date' } as const;
    const statement = await accountStatement(own.pool, page);
    assert.deepEqual(
      statement.map(({ valueDate, amount, balance }) => [valueDate, -amount, -balance]),
      [
        ['2026-11-02', 7n, 849n],
        ['2026-11-02', 500n, 842n],
        ['2026-10-31', 300n, 342n],
        ['2026-10-30', 2n, 42n],
        ['2026-09-30', 40n, 40n],
      ],
    );
    assert.deepEqual(await accountStatement(own.pool, { ...page, before: statement[1] }), statement.slice(2));
    assert.deepEqual(await accountStatement(own.pool, { ...page, at: '2026-10-30' }), statement.slice(3));
    assert.deepEqual(await accountStatement(own.pool, { ...page, from: '2026-10-31', to: '2026-10-31' }), [
      statement[2],
    ]);
    assert.deepEqual(await accountStatement(own.pool, { ...page, by: 'recorded', at: '2026-10-31' }), []);
    const bank = await accountStatement(own.pool, { ...page, account: accounts.bank('USD') });
    assert.deepEqual(
      bank.map(({ valueDate, balance }) => [valueDate, balance]),
      statement.map(({ valueDate, balance }) => [valueDate, -balance]),
    );
    const [ofBank] = await findLedgerAccount(own.pool, accounts.bank('USD'), { at: '2026-10-30', by: 'value-date' });
    assert.deepEqual([ofBank?.debits, ofBank?.credits, ofBank?.entries], [42n, 0n, 2n]);
    assert.deepEqual(await monthsOfBooks(own.pool), { first: '2026-09', closedThrough: '2026-09' });
    const [period] = await listPeriods(own.pool);
    assert.deepEqual([period?.month, period?.closedBy, period?.reopenReason], ['2026-10', ADMINISTRATOR.id, 'late']);
    await own.assertIndependentOfDelivery(log.events);
  });

  it('does not depend on how events come', () => assertIndependentOfDelivery(log.events));
});
