import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { withIds } from '#core/finance/bank/statements/statement.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { createTestLedger, fundedWallet, usd } from '#core/testing/test-ledger.ts';
import { run } from './testing/cli-story.ts';

const [LINE, OTHER] = withIds('', [draft('B1', 5_000n), draft('B2', 700n)]).map(({ id }) => id) as [string, string];
function draft(bankReference: string, minor: bigint) {
  const nobody = { reference: '', text: '', name: '', iban: '', bankReference };
  return { bookedOn: '2026-10-30', valueDate: '2026-10-30', amount: usd(minor), ...nobody };
}

/** Two lines in suspense, and a deposit that waits. */
async function story() {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 1_000n);
  const depositId = randomUUID();
  const request = { depositId, number: 'DEP-7', walletId, customerId: randomUUID(), amount: usd(5_000n), note: null };
  const hold = { type: 'HoldBankLine', by: 'test', receivedOn: '2026-10-30' } as const;
  await test.send({ ...hold, lineId: LINE, amount: usd(5_000n) });
  await test.send({ ...hold, lineId: OTHER, amount: usd(700n) });
  await test.send({ type: 'RequestDeposit', ...request });
  const approve = { ...approvalOf(depositId, usd(5_000n)), valueDate: '2026-10-30', bankLineId: LINE };
  const balances = async () => {
    const { out } = await run(test.store, 'accounts', '--json');
    return Object.fromEntries(out.map((row) => JSON.parse(row)).map(({ account, balance }) => [account, balance]));
  };
  return { test, walletId, depositId, approve, balances };
}

const part = (id: string, number: string, minor: bigint) => ({
  document: { kind: 'deposit', id, number } as const,
  amount: usd(minor),
  fee: usd(0n),
  note: SealedText.parse('sealed'),
});
/** A second deposit that waits, and the decision that one line pays both. */
async function splitting({ test, walletId, depositId }: Awaited<ReturnType<typeof story>>) {
  const other = randomUUID();
  const request = {
    depositId: other,
    number: 'DEP-8',
    walletId,
    customerId: randomUUID(),
    amount: usd(700n),
    note: null,
  };
  await test.send({ type: 'RequestDeposit', ...request });
  const [lineId = ''] = withIds('', [draft('B3', 5_700n)]).map(({ id }) => id);
  const split: LedgerCommand = {
    type: 'SplitBankLine',
    lineId,
    amount: usd(5_700n),
    by: { id: 'ada', aloneUpTo: null },
    takesTwo: false,
    parts: [part(depositId, 'DEP-7', 5_000n), part(other, 'DEP-8', 700n)],
    receivedOn: '2026-10-30',
    valueDate: '2026-10-30',
  };
  return { other, split };
}

describe('suspense in the books', () => {
  it('is owed line by line, and the bank is booked once when the deposit is approved', async () => {
    const { test, approve, balances, walletId } = await story();
    const before = await balances();
    assert.deepEqual([before['assets:bank:USD'], before['liabilities:suspense:USD']], ['67.00', '57.00']);
    await test.send(approve);
    await test.send(approve);
    const after = await balances();
    assert.deepEqual([after['assets:bank:USD'], after['liabilities:suspense:USD']], ['67.00', '7.00']);
    assert.equal(after[`liabilities:wallet:${walletId}`], '60.00');
    const checked = await run(test.store, 'check');
    assert.equal(checked.code, 0, checked.text);
    const trial = await run(test.store, 'trial-balance', '--at', '2026-10-30', '--by', 'value-date');
    assert.match(trial.text, /liabilities:suspense:USD +USD +7\.00/);
    assert.match((await run(test.store, 'export', '--format', 'hledger')).text, /liabilities:suspense:USD/);
  });

  it('is owed part by part where a line pays several deposits, and nothing is owed in the end', async () => {
    const own = await story();
    const { test, balances, walletId } = own;
    const { other, split } = await splitting(own);
    await test.send(split);
    await test.send(split);
    const after = await balances();
    assert.equal(after[`liabilities:wallet:${walletId}`], '67.00');
    assert.equal(after['liabilities:suspense:USD'], '57.00', 'the two lines of before');
    const checked = await run(test.store, 'check');
    assert.equal(checked.code, 0, checked.text);
    const explained = await run(test.store, 'explain', `deposit-${other}`);
    assert.match(explained.text, /Bank line split.*Deposit DEP-7 {2}\$50\.00.*Deposit DEP-8 {2}\$7\.00/s);
    assert.match((await run(test.store, 'export', '--format', 'hledger')).text, /DEP-8/);
  });

  it('keeps the part of a deposit that was rejected before its approval, and gives it back', async () => {
    for (const end of ['RejectDeposit', 'DeleteDeposit'] as const) {
      const own = await story();
      const { test, balances, walletId } = own;
      const { other, split } = await splitting(own);
      // Both are decided at the same moment: the split is stored, and then the deposit ends before its approval.
      let isFirst = true;
      const racing = createTestLedger({
        store: {
          ...test.store,
          append: async (...args: Parameters<typeof test.store.append>) => {
            if (args[0] === `deposit-${other}` && isFirst) {
              isFirst = false;
              await test.send({ type: end, depositId: other, note: SealedText.parse('sealed') });
            }
            return test.store.append(...args);
          },
        },
      });
      await racing.send(split);
      const after = await balances();
      assert.equal(after[`liabilities:wallet:${walletId}`], '60.00');
      assert.equal(after['liabilities:suspense:USD'], '64.00', 'the two lines of before, and the part');
      const lineId = split.type === 'SplitBankLine' ? split.lineId : '';
      const explained = await run(test.store, 'explain', `suspense-${suspenseIdOf(lineId)}`);
      assert.match(explained.text, /Bank line part released.*\$7\.00/s);
      const back = { type: 'ReturnBankLine', lineId, by: { id: 'ben' }, valueDate: '2026-10-31' } as const;
      await test.send({ ...back, statement: { importedBy: 'cat', isProven: true } });
      await racing.send(split);
      assert.equal((await balances())['liabilities:suspense:USD'], '57.00');
      const checked = await run(test.store, 'check');
      assert.equal(checked.code, 0, checked.text);
      assert.match(
        (await run(test.store, 'export', '--format', 'hledger')).text,
        /Bank line returned[^*]*liabilities:suspense:USD {2}7\.00 USD/,
      );
      const late = { ...approvalOf(other, usd(700n)), valueDate: '2026-10-30', bankLineId: lineId };
      await assert.rejects(test.send(late), /already/);
    }
  });

  it('is found by check where a part was released whose deposit was approved from it', async () => {
    const own = await story();
    const { test } = own;
    const { other, split } = await splitting(own);
    const failing = createTestLedger({
      store: {
        ...test.store,
        append: (...args: Parameters<typeof test.store.append>) =>
          args[0].startsWith('wallet-') ? Promise.reject(new Error('down')) : test.store.append(...args),
      },
    });
    await failing.send(split);
    const lineId = split.type === 'SplitBankLine' ? split.lineId : '';
    await test.send({ type: 'ReleaseLinePart', lineId, document: { kind: 'deposit', id: other, number: 'DEP-8' } });
    const { code, text } = await run(test.store, 'check');
    assert.equal(code, 1);
    assert.match(text, /released the part of DEP-8, which was approved from it/);
  });

  it('is found by check where a part of a line was not approved or not assigned', async () => {
    for (const [stream, message] of [
      ['deposit-', /DEP-7, which it pays with others, was not approved/],
      ['suspense-', /its part of the line is still in suspense/],
    ] as const) {
      const own = await story();
      const { test } = own;
      const { split } = await splitting(own);
      let isFirst = true;
      const failing = createTestLedger({
        store: {
          ...test.store,
          append: (...args: Parameters<typeof test.store.append>) => {
            // The decision itself is the first append to the line.
            const isDecision = isFirst && args[0].startsWith('suspense-');
            if (isDecision) isFirst = false;
            return args[0].startsWith(stream) && !isDecision
              ? Promise.reject(new Error('down'))
              : test.store.append(...args);
          },
        },
      });
      await failing.send(split);
      const { code, text } = await run(test.store, 'check');
      assert.equal(code, 1);
      assert.match(text, message);
    }
  });

  it('is found by check where two lines were assigned to one deposit, which books one of them', async () => {
    const { test, approve, depositId, balances } = await story();
    const [again = ''] = withIds('', [draft('B4', 5_000n)]).map(({ id }) => id);
    await test.send(approve);
    await test.send({ type: 'HoldBankLine', lineId: again, amount: usd(5_000n), by: 'test', receivedOn: '2026-10-30' });
    const document = { kind: 'deposit', id: depositId, number: 'DEP-7' } as const;
    await test.send({ type: 'AssignBankLine', lineId: again, amount: usd(5_000n), document });
    const { code, text } = await run(test.store, 'check');
    assert.equal(code, 1);
    assert.match(
      text,
      new RegExp(`${suspenseIdOf(again)} was assigned to DEP-7, which suspense-${suspenseIdOf(LINE)} is`),
    );
    const before = await balances();
    for (const _ of ['once', 'repeated']) {
      await test.send({ type: 'TakeBackBankLine', lineId: again, document, by: 'eve', valueDate: '2026-11-03' });
    }
    const after = await balances();
    const moved = (account: string) => Number(after[account]) - Number(before[account] ?? 0);
    assert.deepEqual([moved('assets:bank:USD'), moved('liabilities:suspense:USD')], [50, 50]);
    const checked = await run(test.store, 'check');
    assert.equal(checked.code, 0, checked.text);
    const explained = await run(test.store, 'explain', `suspense-${suspenseIdOf(again)}`);
    assert.equal(explained.text.match(/Line of the bank, in suspense/g)?.length, 1);
  });

  it('of a deposit is explained down to the line', async () => {
    const { test, approve, depositId } = await story();
    await test.send(approve);
    const deposit = await run(test.store, 'explain', `deposit-${depositId}`);
    assert.match(deposit.text, /Line of the bank, in suspense/);
    assert.match(deposit.text, /Bank line assigned/);
    const line = await run(test.store, 'explain', `suspense-${suspenseIdOf(OTHER)}`);
    assert.match(line.text, /Bank line held in suspense/);
    assert.match(line.text, /Credit liabilities:suspense:USD/);
  });

  it('is found by check where a line did not leave it with its deposit', async () => {
    const { test, approve } = await story();
    const failing = createTestLedger({
      store: {
        ...test.store,
        append: (...args: Parameters<typeof test.store.append>) =>
          args[0].startsWith('suspense-') ? Promise.reject(new Error('down')) : test.store.append(...args),
      },
    });
    await failing.send(approve);
    const { code, text } = await run(test.store, 'check');
    assert.equal(code, 1);
    assert.match(text, /the line that it was approved from is still in suspense/);
  });
});
