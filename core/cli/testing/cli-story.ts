import { ALONE } from '#core/aggregates/testing/approval.ts';
import { runCli } from '#core/cli/run.ts';
import type { AddCommands, Kept, Workplace } from '#core/cli/workplace.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { withdraw } from '#core/testing/process-story.ts';
import { createTestLedger, fundedWallet, orderLine, placedOrder } from '#core/testing/test-ledger.ts';

/** Runs the command line on that store, an hour from now; returns its exit code and its output. */
export const run = (store: EventStore, ...argv: string[]) => runBeside({}, store, ...argv);

/** The same with this data beside the log, in Postgres. */
export const runBeside = (kept: Kept, store: EventStore, ...argv: string[]) =>
  runWith({ withStore: (work) => work(store, kept) }, ...argv);

/** Runs the command line with the given parts; every other part is absent. */
export async function runWith(
  { onBar = () => {}, ...given }: Partial<Workplace> & { readonly onBar?: () => void; readonly addMore?: AddCommands },
  ...argv: string[]
) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(argv, {
    withStore: () => Promise.reject(new Error('No store in this test.')),
    version: '0.1.0',
    signHead: () => Promise.reject(new Error('No notary in this test.')),
    importLog: () => Promise.reject(new Error('No import in this test.')),
    signal: new AbortController().signal,
    ...given,
    clock: () => new Date(Date.now() + 3_600_000),
    output: {
      line: async (text = '') => {
        out.push(text);
      },
      note: (text) => err.push(text),
      write: (text) => out.push(text),
      progress: () => {
        onBar();
        return { update() {}, stop() {} };
      },
    },
  });
  return { code, out, text: out.join('\n'), err: err.join('\n') };
}

/** A wallet of 100 dollars that paid an order, had one cancelled and a withdrawal paid out. */
export async function history() {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 10_000n);
  test.stock.add('v', ['c1', 'c2', 'c3', 'c4']);
  const orderId = await placedOrder(test, walletId, [orderLine('v', 2, 1_250n)]);
  const cancelledId = await placedOrder(test, walletId, [orderLine('other', 1, 500n)]);
  await test.send({ type: 'CancelOrder', orderId: cancelledId, reason: 'customer', note: null });
  const withdrawalId = await withdraw(test, walletId, 1_000n);
  await test.send({ type: 'CompleteWithdrawal', withdrawalId, note: null, by: ALONE, now: new Date().toISOString() });
  return { test, walletId, orderId };
}
