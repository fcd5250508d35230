import { ApiError } from '#bff/kit/lib/api-error.ts';
import type { EventStoreProbe } from '#bff/kit/ports/read-models.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { type BalanceChange, balanceChangeOf } from '#core/ledger/balance-change.ts';

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

/** Lines of one document, whose pages are drawn one by one. A table has no limit: it is sent while it is read. */
export const MOST_LINES = 20_000;
/** Lines of a table that are sent at a time. */
const CHUNK = 1_000;

type Log = Pick<EventStoreProbe, 'readStream'>;

/** Undefined where there is no such wallet. */
export async function walletCurrency(eventStore: Log, walletId: string): Promise<Currency | undefined> {
  for await (const stored of eventStore.readStream(`wallet-${walletId}`)) {
    const event = ledgerCodec.decode(stored);
    if (event.type === 'WalletOpened') return event.data.currency;
  }
  return undefined;
}

/**
 * The statement of a wallet from its own events, the same as its proof has; undefined where there is no such wallet.
 * @throws ApiError 422 where it has more lines
 */
export async function readStatement(
  eventStore: Log,
  walletId: string,
  period: Period,
  mostLines: number,
): Promise<WalletStatement | undefined> {
  const currency = await walletCurrency(eventStore, walletId);
  let [opening, closing] = [0n, 0n];
  const lines: StatementLine[] = [];
  for await (const { isEarlier, ...line } of movementsOf(eventStore, walletId, period)) {
    closing = line.balance;
    if (isEarlier) opening = closing;
    else if (lines.length < mostLines) lines.push(line);
    else throw tooLong(mostLines);
  }
  return currency && { currency, opening, lines, closing };
}

/** The lines of the same statement, for a table of any length. */
export async function* statementChunks(
  eventStore: Log,
  walletId: string,
  period: Period,
): AsyncGenerator<readonly StatementLine[]> {
  let chunk: StatementLine[] = [];
  for await (const { isEarlier, ...line } of movementsOf(eventStore, walletId, period)) {
    if (!isEarlier) chunk.push(line);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

/** Up to the end of the period. */
async function* movementsOf(
  eventStore: Log,
  walletId: string,
  { from, to }: Period,
): AsyncGenerator<StatementLine & { readonly isEarlier: boolean }> {
  let balance = 0n;
  // As in its proof: the latest time so far, because the clock of a part may go back.
  let latest = '';
  for await (const stored of eventStore.readStream(`wallet-${walletId}`)) {
    const event = ledgerCodec.decode(stored);
    const { time } = event.metadata;
    if (time > latest) latest = time;
    // A wallet that was opened after the last day has an empty statement.
    if (to !== null && latest > to) return;
    const moved = balanceChangeOf(event);
    if (!moved) continue;
    const { change, document, reason } = moved;
    balance += change;
    const isEarlier = from !== null && latest < from;
    yield { time, change, balance, document: document.number, movement: WORDS[reason], isEarlier };
  }
}

const tooLong = (mostLines: number) =>
  new ApiError(
    422,
    'statement_too_long',
    `This statement has more than ${mostLines.toLocaleString('en-US')} movements. Choose fewer days, or the table (CSV), which has no limit.`,
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
