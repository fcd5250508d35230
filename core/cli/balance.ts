import { minorToDecimal } from '../kernel/decimals.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { type Currency, formatMoney, money } from '../kernel/money.ts';
import { balanceChangeOf } from '../wallet/balance-change.ts';
import type { WalletEvent } from '../wallet/events.ts';
import { applyWalletEvent } from '../wallet/evolve.ts';
import { available } from '../wallet/funds.ts';
import type { OpenWallet, WalletState } from '../wallet/state.ts';
import { describeEvent } from './describe-event.ts';
import type { AsOf, Within } from './options.ts';
import { CliError, type Output } from './output.ts';
import { movementsOf } from './replay.ts';
import { amountFor, createRowWriter, currencyColumns, type Format, timeFor } from './table.ts';

/** The wallet as its own events have it, now or at a past moment; with `explain`, every movement that led there. */
export async function balance(
  store: EventStore,
  output: Output,
  walletId: string,
  { at, explain = false, format, by }: AsOf & { readonly explain?: boolean },
): Promise<void> {
  const writer =
    explain || format === 'csv'
      ? await createRowWriter(output, format, [
          { name: 'Time', width: 20, cut: 'never' },
          { name: 'Movement', width: 24 },
          { name: 'Balance', width: 14, align: 'right' },
          { name: 'Held', width: 12, align: 'right' },
          { name: 'Available', width: 14, align: 'right' },
          ...currencyColumns(format),
          { name: 'Details', width: 40 },
        ])
      : undefined;
  const amountIn = amountsFor(format);
  let state: WalletState = null;
  for await (const { event, when, isWithin } of movementsOf(store, walletId, by)) {
    if (!isWithin(undefined, at)) continue;
    state = applyWalletEvent(state, event as WalletEvent);
    if (!state || !writer) continue;
    await writer.row([
      timeFor(format)(when),
      event.type.replace(/^Wallet/, ''),
      amountIn(state, state.balance),
      amountIn(state, state.held),
      amountIn(state, available(state)),
      ...currencyIn(state, format),
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
  const amountIn = amountsFor('table');
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

function summaryOf(state: OpenWallet) {
  const { walletId, customerId, currency, balance, held, creditLimit } = state;
  const decimal = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    ...{ wallet: walletId, customer: customerId, currency },
    ...{ balance: decimal(balance), held: decimal(held), creditLimit: decimal(creditLimit) },
    available: decimal(available(state)),
    queued: state.queue.map(({ reference, amount, document }) => ({
      ...{ reference, amount: decimal(amount.amount), document: document.number },
    })),
  };
}

type Denominated = { readonly currency: Currency };
const amountsFor = (format: Format) => (state: Denominated, minorUnits: bigint) =>
  amountFor(format)(money(minorUnits, state.currency));
const currencyIn = (state: Denominated, format: Format) => (format === 'table' ? [] : [state.currency]);

/** A statement as a bank prints it: opening balance, movements, closing balance. */
export async function statement(
  store: EventStore,
  output: Output,
  walletId: string,
  { from, to, format, by }: Within,
): Promise<void> {
  let state: WalletState = null;
  const writer = await createRowWriter(output, format, [
    { name: 'Time', width: 20, cut: 'never' },
    { name: 'Document', width: 16 },
    { name: 'Description', width: 24 },
    { name: 'In', width: 14, align: 'right' },
    { name: 'Out', width: 14, align: 'right' },
    { name: 'Balance', width: 14, align: 'right' },
    ...currencyColumns(format),
  ]);
  const amountIn = amountsFor(format);
  const balanceOf = (wallet: OpenWallet) => [amountIn(wallet, wallet.balance), ...currencyIn(wallet, format)];
  let isOpen = false;
  const opening = async (wallet: OpenWallet) => {
    if (!isOpen) await writer.row(['', '', 'Opening balance', '', '', ...balanceOf(wallet)]);
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
      timeFor(format)(when),
      document.number,
      reason,
      change > 0n ? amountIn(state, change) : '',
      change < 0n ? amountIn(state, -change) : '',
      ...balanceOf(state),
    ]);
  }
  if (!state) throw new CliError(`There is no wallet ${walletId}${to ? ` at ${to.toISOString()}` : ''}.`);
  await opening(state);
  await writer.row(['', '', 'Closing balance', '', '', ...balanceOf(state)]);
  await writer.end();
}
