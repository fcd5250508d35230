import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { run } from '#core/cli/testing/cli-story.ts';
import { withIds } from '#core/finance/bank/statements/statement.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { balanceOf, followToTheEnd } from '#core/testing/process-story.ts';
import { createTestLedger, fundedWallet, usd } from '#core/testing/test-ledger.ts';

const NOTE = SealedText.parse('sealed');
/** What somebody else decides about a deposit at the same moment. */
const ENDS = {
  nothing: () => [],
  rejected: (depositId: string): LedgerCommand[] => [{ type: 'RejectDeposit', depositId, note: NOTE }],
  deleted: (depositId: string): LedgerCommand[] => [{ type: 'DeleteDeposit', depositId }],
  'given a new proof': (depositId: string): LedgerCommand[] => [
    { type: 'UploadProof', depositId, fileId: depositId, sha256: 'ab'.repeat(32), contentType: 'application/pdf' },
  ],
  'approved without the line': (depositId: string, minor: bigint): LedgerCommand[] => [
    { ...approvalOf(depositId, usd(minor)), note: NOTE },
  ],
} as const;
type End = keyof typeof ENDS;
const PARTS = [5_000n, 700n] as const;
/** More appends than the decision and all that follows it take. */
const MOST_APPENDS = 9;

/** A line that pays two deposits; the process dies after so many appends, and the deposits end otherwise before their approval. */
async function story(ends: readonly [End, End], appendsUntilCrash: number) {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 0n);
  const deposits = PARTS.map((minor, index) => ({ id: randomUUID(), number: `DEP-${index + 1}`, minor }));
  for (const { id, number, minor } of deposits) {
    const request = { depositId: id, number, walletId, customerId: randomUUID(), amount: usd(minor), note: NOTE };
    await test.send({ type: 'RequestDeposit', ...request });
  }
  const line = { bookedOn: '2026-10-30', valueDate: '2026-10-30', amount: usd(5_700n) };
  const nobody = { reference: '', text: '', name: '', iban: '', bankReference: 'B1' };
  const [{ id: lineId } = { id: '' }] = withIds('', [{ ...line, ...nobody }]);
  const end = async (index: number) => {
    const { id = '', minor = 0n } = deposits[index] ?? {};
    for (const command of ENDS[ends[index] ?? 'nothing'](id, minor)) await test.send(command).catch(() => undefined);
  };
  let [appends, ended] = [0, 0];
  const dying = createTestLedger({
    store: {
      ...test.store,
      append: async (...args: Parameters<typeof test.store.append>) => {
        if (appends >= appendsUntilCrash) throw new Error('died');
        appends += 1;
        const index = deposits.findIndex(({ id }) => args[0] === `deposit-${id}`);
        if (index >= 0 && ended === index) {
          ended += 1;
          await end(index);
        }
        return test.store.append(...args);
      },
    },
  });
  const split: LedgerCommand = {
    type: 'SplitBankLine',
    lineId,
    amount: usd(5_700n),
    by: { id: 'ada', aloneUpTo: null },
    takesTwo: false,
    parts: deposits.map(({ id, number, minor }) => ({
      ...({
        document: { kind: 'deposit', id, number },
        amount: usd(minor),
        fee: usd(0n),
        note: NOTE,
        proof: null,
      } as const),
    })),
    receivedOn: '2026-10-30',
    valueDate: '2026-10-30',
  };
  await dying.send(split).catch(() => undefined);
  // What had not happened before the death happens while the runner takes the steps that are left.
  await Promise.all([followToTheEnd(test), ...deposits.map((_, index) => end(index))]);
  await followToTheEnd(test);
  return { test, walletId, deposits, lineId };
}

describe('a line that pays several deposits, wherever its process dies and whatever else is decided meanwhile', () => {
  for (const first of Object.keys(ENDS) as End[]) {
    for (const second of Object.keys(ENDS) as End[]) {
      it(`credits each once, or keeps its part in suspense, where one is ${first} and the other ${second}`, async () => {
        for (let appends = 1; appends <= MOST_APPENDS; appends += 1) {
          const { test, walletId, deposits, lineId } = await story([first, second], appends);
          const ofDeposit = (id: string) => test.events(`deposit-${id}`);
          const approved = deposits.filter(({ id }) => ofDeposit(id).some(({ type }) => type === 'DepositApproved'));
          const paid = deposits.filter(({ id }) =>
            ofDeposit(id).some((event) => event.type === 'DepositApproved' && event.data.bankLineId === lineId),
          );
          const sum = (of: typeof deposits) => of.reduce((total, { minor }) => total + minor, 0n);
          const left = 5_700n - sum(paid);
          assert.equal(balanceOf(test, walletId), sum(approved));
          // Nobody who approved has seen a proof that came before the approval.
          assert.ok(
            approved.every(({ id }) => !ofDeposit(id).some(({ type }) => type === 'DepositProofUploaded')),
            `after ${appends} appends`,
          );
          const at = `after ${appends} appends`;
          const checked = await run(test.store, 'check');
          assert.equal(checked.code, 0, `${at}: ${checked.text}`);
          // What is left goes back, all of it, and once.
          const back: LedgerCommand = {
            type: 'ReturnBankLine',
            lineId,
            by: { id: 'ben' },
            valueDate: '2026-10-31',
            statement: { importedBy: 'cat', isProven: true },
          };
          const returned = await Promise.allSettled([test.send(back), test.send(back)]);
          const amounts = test.store.events.flatMap(({ type, data }) =>
            type === 'BankLineReturned' ? [(data as { amount: { amount: string } }).amount.amount] : [],
          );
          assert.deepEqual(amounts, left === 0n ? [] : [left.toString()], at);
          assert.ok(left === 0n || returned.some(({ status }) => status === 'fulfilled'), at);
          const again = await run(test.store, 'check');
          assert.equal(again.code, 0, `${at}: ${again.text}`);
        }
      });
    }
  }
});
