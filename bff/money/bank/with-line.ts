import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { ExecuteOptions } from '#bff/kit/http/call.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { conflict, invalidField } from '#bff/kit/lib/api-error.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { Currency, formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import { type BookedLine, findBookedLine } from '#projections/models/booked-lines.ts';
import { findDeposit } from '#projections/models/deposits.ts';
import { findWithdrawal } from '#projections/models/withdrawals.ts';
import { inFile, openBatchesOfLines } from './batch-store.ts';

type Deps = Pick<BffDeps, 'database' | 'eventStore' | 'readModels'>;
type Execute = (command: LedgerCommand, options?: ExecuteOptions) => Promise<CommandResult>;
const Kept = z.object({
  amount: z.bigint(),
  currency: Currency,
  valueDate: z.iso.date(),
  doubt: z.enum(['asked', 'same', 'another']).nullable(),
});

/** The names of a line, and of a deposit, while somebody decides about it. */
export const leaseOfLine = (lineId: string): string => `bank-line:${lineId}`;
const leaseOfDeposit = (depositId: string): string => `deposit:${depositId}`;

/**
 * Works alone with a line of the bank, and with the deposits that it would pay, so that what one caller decides is shown before the next one
 * looks. No transaction is open meanwhile.
 * @throws ApiError 422 where there is no such line; 409 line_in_doubt where it may be another one; 503 where somebody else works with it
 */
export const withLine = <T>(
  deps: Deps,
  lineId: string,
  work: (amount: Money, valueDate: string) => Promise<T>,
  depositIds: readonly string[] = [],
): Promise<T> =>
  withLease(deps.database, [leaseOfLine(lineId), ...depositIds.map(leaseOfDeposit)], async (requireTime) => {
    const line = await deps.database.maybeOne(
      sql.type(Kept)`select amount, currency, to_char(value_date, 'YYYY-MM-DD') as "valueDate", doubt
        from app.bank_line where line_id = ${lineId}`,
    );
    if (!line) throw invalidField('bank_line_id', 'There is no such line of a bank statement.');
    if (line.doubt === 'asked' || line.doubt === 'same') {
      throw conflict(
        'line_in_doubt',
        line.doubt === 'asked'
          ? 'This line may be one that was imported before. Say first whether it is the same or another one. Nothing was changed.'
          : 'This line is the same as one that was imported before: decide from that one. Nothing was changed.',
      );
    }
    await requireCurrent(deps);
    // Of a line that has paid a part, the rest is in suspense.
    const held = await findBookedLine(deps.database, lineId);
    const amount = held?.state === 'held' ? held.amount : line.amount;
    requireTime();
    return work(money(amount, line.currency), line.valueDate);
  });

/** Nothing counts before the bank's own day of the money. @throws ApiError 422 at the value date */
export function requireNotBeforeLine(valueDate: string | undefined, receivedOn: string): void {
  if (valueDate === undefined || valueDate >= receivedOn) return;
  throw invalidField(
    'value_date',
    `The bank’s line has the value date ${receivedOn}: nothing of it counts before. Nothing was changed.`,
  );
}

type Decided = { readonly kind: 'deposit' | 'withdrawal'; readonly id: string; readonly amount: Money };

/**
 * Sends a decision that names its line of the bank. One line pays once, and no more than came. A decision without a line is sent as it is.
 * @throws ApiError 409 line_taken; 422 at the amount, or at a value date before the line's
 */
export const fromLine =
  (deps: Deps, lineId: string | null | undefined, decided: Decided, execute: Execute): Execute =>
  (command, options) => {
    if (!lineId) {
      return decided.kind === 'deposit'
        ? withDeposit(deps, decided.id, () => execute(command, options))
        : execute(command, options);
    }
    const deposits = decided.kind === 'deposit' ? [decided.id] : [];
    return withLine(
      deps,
      lineId,
      async (line, receivedOn) => {
        await requireFits(deps.database, lineId, line, decided);
        requireNotBeforeLine('valueDate' in command ? command.valueDate : undefined, receivedOn);
        for (const id of deposits) await requireNotSplit(deps.database, id);
        return execute(command, options);
      },
      deposits,
    );
  };

/**
 * Decides about a deposit while no line of the bank pays it together with others. @throws ApiError 409 line_taken
 */
export const withDeposit = <T>(deps: Deps, depositId: string, work: () => Promise<T>): Promise<T> =>
  withLease(deps.database, [leaseOfDeposit(depositId)], async (requireTime) => {
    await requireCurrent(deps);
    await requireNotSplit(deps.database, depositId);
    requireTime();
    return work();
  });

/** A deposit that is being credited with others is not decided otherwise meanwhile. @throws ApiError 409 line_taken */
async function requireNotSplit(database: Queryable, depositId: string): Promise<void> {
  const isSplit = await database.exists(sql.void`
    select from read.booked_lines join read.deposits on deposit_id = ${depositId} and status = 'pending'
    where state = 'held' and split_left is not null and ${depositId} = any(string_to_array(split_into, ','))`);
  if (!isSplit) return;
  throw conflict(
    'line_taken',
    'This deposit is being credited, together with others of one line of the bank. Nothing was changed.',
  );
}

/** Requires that the line pays no deposits together, and that no such approval waits. @throws ApiError 409 line_taken */
async function requireWhole(database: Queryable, booked: BookedLine | null): Promise<void> {
  if (!booked?.splitInto) return;
  const numbers = await numbersOf(database, booked.splitInto);
  throw conflict(
    'line_taken',
    booked.splitLeft === null
      ? `An approval of ${numbers} from this line waits for a second administrator. Reject it first. Nothing was changed.`
      : `This line of the bank pays ${numbers}. Nothing was changed.`,
  );
}

/** `DEP-000042 and DEP-000043` */
async function numbersOf(database: Queryable, ids: string): Promise<string> {
  const rows = await database.any(sql.type(z.object({ number: z.string() }))`
    select number from read.deposits where deposit_id::text = any(string_to_array(${ids}, ',')) order by number`);
  return new Intl.ListFormat('en').format(rows.map(({ number }) => number));
}

async function requireFits(database: Queryable, lineId: string, line: Money, decided: Decided): Promise<void> {
  const { kind, id, amount } = decided;
  const moved = money(line.amount < 0n ? -line.amount : line.amount, line.currency);
  if (line.currency !== amount.currency || line.amount > 0n !== (kind === 'deposit')) {
    throw invalidField('bank_line_id', `This line of the bank cannot be a ${kind} in ${amount.currency}.`);
  }
  const booked = await findBookedLine(database, lineId);
  await requireWhole(database, booked);
  if (booked?.state === 'returned') {
    throw conflict('line_taken', 'The money of this line went back to its sender. Nothing was changed.');
  }
  if (kind === 'deposit') await requireInNoFile(database, lineId);
  if (booked?.state === 'booked' && booked.documentId !== id) {
    const other = await numberOf(database, booked.documentKind, booked.documentId);
    throw conflict('line_taken', `This line of the bank is ${other} already. Nothing was changed.`);
  }
  const isExact = kind === 'withdrawal' || booked?.state === 'held';
  if (amount.amount > moved.amount || (isExact && amount.amount !== moved.amount)) {
    const exactly = isExact ? 'all of it, and no more' : 'no more';
    throw invalidField(
      kind === 'deposit' ? 'approved_amount' : 'bank_line_id',
      `The line of the bank is of ${formatMoney(moved)}: ${exactly} can be booked from it.`,
    );
  }
}

/**
 * Requires that the line pays nothing yet, or pays `apartFrom`. A deposit that was approved from the line has it, even while the log still
 * has the line in suspense.
 * @throws ApiError 409 line_taken
 */
export async function requireFree(database: Queryable, lineId: string, apartFrom?: string): Promise<void> {
  const booked = await findBookedLine(database, lineId);
  await requireWhole(database, booked);
  if (booked?.state !== 'booked' || booked.documentId === apartFrom) return;
  const other = await numberOf(database, booked.documentKind, booked.documentId);
  throw conflict('line_taken', `This line of the bank was assigned to ${other} already. Nothing was changed.`);
}

/** Requires that no file returns the line to its sender. @throws ApiError 409 in_payout_file */
export async function requireInNoFile(database: Queryable, lineId: string): Promise<void> {
  const booked = await findBookedLine(database, lineId);
  const [batch] = booked?.state === 'held' ? await openBatchesOfLines(database, [lineId]) : [];
  if (batch) throw inFile(batch.number);
}

async function numberOf(database: Queryable, kind: string | null, id: string | null): Promise<string> {
  const paper = id && (await (kind === 'deposit' ? findDeposit : findWithdrawal)(database, id));
  return paper ? paper.number : 'another document';
}
