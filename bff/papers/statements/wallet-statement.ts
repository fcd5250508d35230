import { ApiError } from '#bff/kit/lib/api-error.ts';
import type { EventStoreProbe } from '#bff/kit/ports/read-models.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { type BalanceChange, balanceChangeOf } from '#core/ledger/balance-change.ts';
import { ledgerCodec } from '#core/ledger/codec.ts';

/** Moments, both included; null for no bound. */
export type Period = { readonly from: string | null; readonly to: string | null };

export type StatementLine = {
  readonly time: string;
  readonly document: string;
  readonly movement: string;
  /** Minor units; negative where money went out. */
  readonly change: bigint;
  readonly balance: bigint;
};

export type WalletStatement = {
  readonly currency: Currency;
  readonly opening: bigint;
  readonly lines: readonly StatementLine[];
  readonly closing: bigint;
};

/** Lines of one statement as a table, and as a document, whose pages are drawn one by one. */
export const MOST_LINES = { csv: 200_000, pdf: 20_000 } as const;

/**
 * The statement of a wallet from its own events, the same as its proof has; undefined where there is no such wallet.
 * @throws ApiError 422 where it has more lines
 */
export async function readStatement(
  eventStore: EventStoreProbe,
  walletId: string,
  { from, to }: Period,
  mostLines: number,
): Promise<WalletStatement | undefined> {
  let currency: Currency | undefined;
  let [opening, balance] = [0n, 0n];
  const lines: StatementLine[] = [];
  // As in its proof: the latest time so far, because the clock of a part may go back.
  let latest = '';
  for await (const stored of eventStore.readStream(`wallet-${walletId}`)) {
    const event = ledgerCodec.decode(stored);
    const { time } = event.metadata;
    // A wallet that was opened after the last day has an empty statement.
    if (event.type === 'WalletOpened') currency = event.data.currency;
    if (time > latest) latest = time;
    if (to !== null && latest > to) break;
    const moved = balanceChangeOf(event);
    if (!moved) continue;
    const { change, document, reason } = moved;
    balance += change;
    if (from !== null && latest < from) opening = balance;
    else if (lines.length < mostLines)
      lines.push({ time, change, balance, document: document.number, movement: WORDS[reason] });
    else throw tooLong(mostLines);
  }
  return currency && { currency, opening, lines, closing: balance };
}

const tooLong = (mostLines: number) =>
  new ApiError(
    422,
    'statement_too_long',
    `This statement has more than ${mostLines.toLocaleString('en-US')} movements. Choose fewer days, or the table (CSV), which holds more.`,
  );

const WORDS: Readonly<Record<BalanceChange['reason'], string>> = {
  deposit: 'Deposit',
  refund: 'Refund',
  order: 'Order',
  'deposit-fee': 'Deposit fee',
  withdrawal: 'Withdrawal',
  'payout-returned': 'Returned payout',
  'deposit-taken-back': 'Deposit taken back',
};
