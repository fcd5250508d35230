import type { EventStore } from '../kernel/event-store.ts';
import { type Currency, formatMoney, money } from '../kernel/money.ts';
import type { By } from '../period/times.ts';
import { balanceChangeOf } from '../wallet/balance-change.ts';
import type { WalletEvent } from '../wallet/events.ts';
import { applyWalletEvent } from '../wallet/evolve.ts';
import { available } from '../wallet/funds.ts';
import type { OpenWallet, WalletState } from '../wallet/state.ts';
import { describeEvent } from './describe-event.ts';
import { CliError, type Output } from './output.ts';
import { movementsOf } from './replay.ts';
import { createRowWriter, type Format } from './table.ts';

export type BalanceOptions = {
  readonly at?: Date | undefined;
  readonly explain?: boolean | undefined;
  readonly format: Format;
  readonly by?: By | undefined;
};

/** The wallet as its own events say, now or at a past moment; with `explain`, every movement that led there. */
export async function balance(
  store: EventStore,
  output: Output,
  walletId: string,
  { at, explain, format, by }: BalanceOptions,
): Promise<void> {
  const writer = explain
    ? await createRowWriter(output, format, [
        { name: 'Time', width: 20, cut: 'never' },
        { name: 'Movement', width: 24 },
        { name: 'Balance', width: 14, align: 'right' },
        { name: 'Held', width: 12, align: 'right' },
        { name: 'Available', width: 14, align: 'right' },
        { name: 'Why', width: 40 },
      ])
    : undefined;
  let state: WalletState = null;
  for await (const { event, when, isWithin } of movementsOf(store, walletId, by)) {
    if (!isWithin(undefined, at)) continue;
    state = applyWalletEvent(state, event as WalletEvent);
    if (!state || !writer) continue;
    await writer.row([
      when,
      event.type.replace(/^Wallet/, ''),
      amountIn(state, state.balance),
      amountIn(state, state.held),
      amountIn(state, available(state)),
      describeEvent(event),
    ]);
  }
  if (!state) throw new CliError(`There is no wallet ${walletId}${at ? ` at ${at.toISOString()}` : ''}.`);
  await writer?.end();
  if (format === 'csv') return;
  if (format === 'json') {
    if (!writer) await output.line(JSON.stringify(summaryOf(state)));
    return;
  }
  if (writer) await output.line();
  await printSummary(state, output);
}

async function printSummary(state: OpenWallet, output: Output): Promise<void> {
  const rows = [
    ['Wallet', `${state.walletId} (${state.currency})`],
    ['Customer', state.customerId],
    ['Balance', amountIn(state, state.balance)],
    ['Held', amountIn(state, state.held)],
    ['Credit limit', amountIn(state, state.creditLimit)],
    ['Available', `${amountIn(state, available(state))}   = balance − held + credit limit`],
  ] as const;
  for (const [name, value] of rows) await output.line(`${name.padEnd(13)} ${value}`);
  for (const payment of state.queue) {
    await output.line(`Waits for funds  ${formatMoney(payment.amount)} for ${payment.document.number}`);
  }
}

const summaryOf = (state: OpenWallet) => ({
  walletId: state.walletId,
  customerId: state.customerId,
  currency: state.currency,
  balance: state.balance.toString(),
  held: state.held.toString(),
  creditLimit: state.creditLimit.toString(),
  available: available(state).toString(),
  queued: state.queue.map((payment) => ({
    reference: payment.reference,
    amount: payment.amount.amount.toString(),
    number: payment.document.number,
  })),
});

const amountIn = (state: { readonly currency: Currency }, minorUnits: bigint) =>
  formatMoney(money(minorUnits, state.currency));

/** A statement as a bank would print it: opening balance, movements of the balance, closing balance. */
export async function statement(
  store: EventStore,
  output: Output,
  walletId: string,
  options: {
    readonly from?: Date | undefined;
    readonly to?: Date | undefined;
    readonly format: Format;
    readonly by?: By | undefined;
  },
): Promise<void> {
  const { from, to, format, by } = options;
  let state: WalletState = null;
  const writer = await createRowWriter(output, format, [
    { name: 'Date', width: 20, cut: 'never' },
    { name: 'Document', width: 16 },
    { name: 'Description', width: 24 },
    { name: 'In', width: 14, align: 'right' },
    { name: 'Out', width: 14, align: 'right' },
    { name: 'Balance', width: 14, align: 'right' },
  ]);
  let isOpen = false;
  const opening = async (wallet: OpenWallet) => {
    if (!isOpen) await writer.row(['', '', 'Opening balance', '', '', amountIn(wallet, wallet.balance)]);
    isOpen = true;
  };
  for await (const { event, when, isWithin } of movementsOf(store, walletId, by)) {
    const before: OpenWallet | null = state;
    if (!isWithin(undefined, to)) continue;
    state = applyWalletEvent(state, event as WalletEvent);
    if (!state || !isWithin(from, to)) continue;
    await opening(before ?? state);
    const moved = balanceChangeOf(event);
    if (!moved) continue;
    const { change, document, reason } = moved;
    await writer.row([
      when,
      document.number,
      reason,
      change > 0n ? amountIn(state, change) : '',
      change < 0n ? amountIn(state, -change) : '',
      amountIn(state, state.balance),
    ]);
  }
  if (!state) throw new CliError(`There is no wallet ${walletId}${to ? ` at ${to.toISOString()}` : ''}.`);
  await opening(state);
  await writer.row(['', '', 'Closing balance', '', '', amountIn(state, state.balance)]);
  await writer.end();
}
