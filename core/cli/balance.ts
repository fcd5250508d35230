import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import { applyWalletEvent } from '#core/aggregates/wallet/evolve.ts';
import { available } from '#core/aggregates/wallet/funds.ts';
import type { OpenWallet, WalletState } from '#core/aggregates/wallet/state.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { type Currency, formatMoney, money } from '#core/kernel/money/money.ts';
import { balanceChangeOf } from '#core/ledger/balance-change.ts';
import { describeEvent } from './describe-event.ts';
import type { AsOf, Within } from './options.ts';
import { CliError, type Output } from './output.ts';
import { type Log, movementsOf } from './replay.ts';
import { amountFor, currencyColumns, type Format, timeFor, writeRows } from './table.ts';

/** The wallet as its own events have it, now or at a past moment; with `explain`, every movement that led there. */
export async function balance(
  log: Log,
  walletId: string,
  { at, explain = false, format, by }: AsOf & { readonly explain?: boolean },
): Promise<void> {
  let state = null as WalletState;
  async function* movements() {
    for await (const { event, when, isWithin } of movementsOf(log.store, walletId, by)) {
      if (!isWithin(undefined, at)) continue;
      state = applyWalletEvent(state, event as WalletEvent);
      if (state) yield { event, when, state };
    }
    if (!state) throw new CliError(`There is no wallet ${walletId}${at ? ` at ${at.toISOString()}` : ''}.`);
  }
  const isListed = explain || format === 'csv';
  const amountIn = amountsFor(format);
  if (isListed) {
    await writeRows({ ...log, format }, movements(), [
      { name: 'Time', width: 20, cut: 'never', of: ({ when }) => timeFor(format)(when) },
      { name: 'Movement', width: 24, of: ({ event }) => event.type.replace(/^Wallet/, '') },
      { name: 'Balance', width: 14, align: 'right', of: (row) => amountIn(row.state, row.state.balance) },
      { name: 'Held', width: 12, align: 'right', of: (row) => amountIn(row.state, row.state.held) },
      { name: 'Available', width: 14, align: 'right', of: (row) => amountIn(row.state, available(row.state)) },
      ...currencyColumns<Denominated>(format, (row) => row.state.currency),
      { name: 'Details', width: 40, of: ({ event }) => describeEvent(event) },
    ]);
  } else for await (const _ of movements());
  if (!state) return;
  if (format === 'json' && !isListed) await log.output.line(JSON.stringify(summaryOf(state)));
  if (format !== 'table') return;
  if (isListed) await log.output.line();
  await printSummary(state, log.output);
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
    wallet: walletId,
    customer: customerId,
    currency,
    balance: decimal(balance),
    held: decimal(held),
    creditLimit: decimal(creditLimit),
    available: decimal(available(state)),
    queued: state.queue.map(({ reference, amount, document }) => ({
      reference,
      amount: decimal(amount.amount),
      document: document.number,
    })),
  };
}

type Denominated = { readonly state: { readonly currency: Currency } };
const amountsFor = (format: Format) => (state: Denominated['state'], minorUnits: bigint) =>
  amountFor(format)(money(minorUnits, state.currency));

/** A statement as a bank prints it: opening balance, movements, closing balance. */
export async function statement(log: Log, walletId: string, { from, to, format, by }: Within): Promise<void> {
  const line = (state: OpenWallet, reason: string, { when = '', document = { number: '' }, change = 0n } = {}) => ({
    state,
    reason,
    when,
    document,
    change,
  });
  async function* lines() {
    let state: WalletState = null;
    let isOpen = false;
    for await (const { event, when, isWithin } of movementsOf(log.store, walletId, by)) {
      const before: OpenWallet | null = state;
      if (!isWithin(undefined, to)) continue;
      state = applyWalletEvent(state, event as WalletEvent);
      if (!state || !isWithin(from, to)) continue;
      if (!isOpen) yield line(before ?? state, 'Opening balance');
      isOpen = true;
      const moved = balanceChangeOf(event);
      if (moved) yield line(state, moved.reason, { when, ...moved });
    }
    if (!state) throw new CliError(`There is no wallet ${walletId}${to ? ` at ${to.toISOString()}` : ''}.`);
    if (!isOpen) yield line(state, 'Opening balance');
    yield line(state, 'Closing balance');
  }
  const amountIn = amountsFor(format);
  await writeRows({ ...log, format }, lines(), [
    { name: 'Time', width: 20, cut: 'never', of: ({ when }) => timeFor(format)(when) },
    { name: 'Document', width: 16, of: ({ document }) => document.number },
    { name: 'Description', width: 24, of: ({ reason }) => reason },
    { name: 'In', width: 14, align: 'right', of: ({ state, change }) => (change > 0n ? amountIn(state, change) : '') },
    {
      name: 'Out',
      width: 14,
      align: 'right',
      of: ({ state, change }) => (change < 0n ? amountIn(state, -change) : ''),
    },
    { name: 'Balance', width: 14, align: 'right', of: ({ state }) => amountIn(state, state.balance) },
    ...currencyColumns<Denominated>(format, ({ state }) => state.currency),
  ]);
}
