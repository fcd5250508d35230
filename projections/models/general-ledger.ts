import { z } from 'zod';
import { mayBook, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { By } from '#core/aggregates/period/times.ts';
import { assertNever } from '#core/kernel/commands/decider.ts';
import { DocumentRef } from '#core/kernel/log/event.ts';
import { Currency } from '#core/kernel/money/money.ts';
import type { Posting } from '#core/kernel/money/postings.ts';
import { bookedOn } from '#core/ledger/booked-on.ts';
import {
  bigint,
  boolean,
  bytewise,
  currency,
  day,
  int,
  oneOf,
  optional,
  type RowOf,
  text,
  time,
  uuid,
} from '#projections/kernel/columns.ts';
import { dayOf, objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { betweenDays, type Database, every, type Fragment, sql } from '#projections/kernel/sql.ts';
import { defineTable, type Rows, rowOf } from '#projections/kernel/table.ts';
import { CLOSING, closedThroughOf } from './periods.ts';

const DOCUMENT_KINDS = [...DocumentRef.shape.kind.options, 'suspense', 'correction'] as const;

export const ledgerEntries = defineTable(
  'ledger_entries',
  ['position', 'line'],
  {
    position: bigint(),
    /** Minor units: debits positive, credits negative. */
    amount: bigint(),
    /** Balance of the account after this line. */
    balance: bigint(),
    time: time(),
    /** The account's id, because its name would be most of the row. */
    account_id: bigint(),
    /** Its place in the event. */
    line: int(),
    /**
     * By value date: the document's, otherwise the day of `time`; never in a month that was closed before
     * (core/ledger/booked-on.ts).
     */
    value_date: day(),
    document_id: uuid(),
    event_type: text(),
    document_kind: oneOf(DOCUMENT_KINDS),
  },
  {
    // No query reads a single line by key, and the first index already keeps it unique.
    hasPrimaryKey: false,
    indexes: {
      by_account: { on: ['account_id', 'position', 'line'], isUnique: true },
      by_value_date: ['account_id', 'value_date', 'position', 'line'],
    },
  },
);

/** What moved at the bank: the lines of its accounts alone, so that the bank's statements are compared with a table of their size. */
const bankEntries = defineTable(
  'bank_entries',
  ['position', 'line'],
  {
    position: bigint(),
    amount: bigint(),
    line: int(),
    value_date: day(),
    document_id: uuid(),
    /** The money went back to its sender. */
    is_return: boolean(),
    currency: currency(),
    document_kind: oneOf(DOCUMENT_KINDS),
    /** The line of the bank's statement, where that is held in suspense, or was. */
    bank_line_id: optional(text()),
  },
  { indexes: { by_day: ['currency', 'value_date'] } },
);

/** The sums of the lines of each account. Its rows change all the time. */
export const ledgerAccounts = defineTable(
  'ledger_accounts',
  ['account', 'currency'],
  {
    /** The position of its first entry, with that entry's line as the last digit. */
    id: bigint(),
    account: bytewise(text()),
    currency: bytewise(currency()),
    debits: bigint(),
    credits: bigint(),
    /** debits − credits, minor units. */
    balance: bigint(),
    entries: bigint(),
    position: bigint(),
  },
  { fillfactor: 50, indexes: { by_id: { on: ['id'], isUnique: true } } },
);

/** The sums of each class of accounts, by both times: all wallets are one line of the trial balance. */
const ledgerDays = defineTable(
  'ledger_days',
  ['class', 'currency', 'day', 'value_date'],
  {
    /** The day it was recorded. */
    day: day(),
    value_date: day(),
    /** 'assets:bank', 'liabilities:wallet' … */
    class: bytewise(text()),
    currency: bytewise(currency()),
    /** Minor units, both positive. */
    debits: bigint(),
    credits: bigint(),
    entries: bigint(),
  },
  { fillfactor: 50 },
);

/** 'liabilities:wallet:<id>' → 'liabilities:wallet'. */
export const classOf = (account: string): string => account.slice(0, account.lastIndexOf(':'));

type AccountRow = RowOf<typeof ledgerAccounts.columns>;

export const generalLedgerProjection: Projection = {
  tables: [ledgerEntries, bankEntries, ledgerAccounts, ledgerDays],
  reads(event) {
    const booking = bookingOf(event);
    if (!booking) return [];
    return [CLOSING, ...booking.postings.map(({ account, amount }) => rowOf(ledgerAccounts, account, amount.currency))];
  },
  apply(event, rows) {
    const booking = bookingOf(event);
    if (!booking) return;
    const valueDate = bookedOn(event, closedThroughOf(rows));
    for (const [index, posting] of booking.postings.entries()) {
      const line = index + 1;
      const account = post({ event, line, valueDate }, posting, rows);
      const entry = {
        position: event.position,
        line,
        amount: posting.amount.amount,
        document_kind: booking.documentKind,
        document_id: booking.documentId,
        value_date: valueDate,
      };
      rows.append(ledgerEntries, {
        ...entry,
        account_id: account.id,
        balance: account.balance,
        event_type: event.type,
        time: event.metadata.time,
      });
      if (classOf(posting.account) !== 'assets:bank') continue;
      rows.append(bankEntries, {
        ...entry,
        currency: posting.amount.currency,
        is_return: event.type === 'BankLineReturned',
        bank_line_id: booking.bankLineId ?? null,
      });
    }
  },
};

/** More than an event has: at most eight postings. */
const LINES_PER_EVENT = 10n;

type Booking = {
  readonly postings: readonly Posting[];
  readonly documentKind: (typeof DOCUMENT_KINDS)[number];
  readonly documentId: string;
  readonly bankLineId?: string;
};

function bookingOf(event: RecordedLedgerEvent): Booking | undefined {
  if (!mayBook(event)) return undefined;
  switch (event.type) {
    case 'WalletCredited':
    case 'WalletDebited':
    case 'WalletFundsHeld':
    case 'WalletHoldCaptured':
    case 'WalletHoldReleased':
    case 'OrderRateDifferenceBooked': {
      const { postings, document } = event.data;
      return { postings, documentKind: document.kind, documentId: document.id };
    }
    case 'OrderDeferred':
    case 'OrderFulfilled':
    case 'OrderPartlyFulfilled': {
      const { postings } = event.data;
      return postings && { postings, documentKind: 'order', documentId: objectIdOf(event) };
    }
    case 'WithdrawalCompleted':
      return { postings: event.data.postings, documentKind: 'withdrawal', documentId: objectIdOf(event) };
    case 'CorrectionBooked':
      return { postings: event.data.postings, documentKind: 'correction', documentId: objectIdOf(event) };
    case 'BankLineHeldInSuspense':
    case 'BankLineAssigned':
    case 'BankLineReturned': {
      const { postings, lineId } = event.data;
      return { postings, documentKind: 'suspense', documentId: objectIdOf(event), bankLineId: lineId };
    }
    default:
      return assertNever(event);
  }
}

type Line = { readonly event: RecordedLedgerEvent; readonly line: number; readonly valueDate: string };

/** Returns the account after the line. */
function post({ event, line, valueDate }: Line, { account, amount }: Posting, rows: Rows): AccountRow {
  const { currency } = amount;
  const debits = amount.amount > 0n ? amount.amount : 0n;
  const credits = amount.amount < 0n ? -amount.amount : 0n;
  const before = rows.get(ledgerAccounts, account, currency);
  const after: AccountRow = {
    id: before?.id ?? event.position * LINES_PER_EVENT + BigInt(line),
    account,
    currency,
    debits: (before?.debits ?? 0n) + debits,
    credits: (before?.credits ?? 0n) + credits,
    balance: (before?.balance ?? 0n) + amount.amount,
    entries: (before?.entries ?? 0n) + 1n,
    position: event.position,
  };
  rows.put(ledgerAccounts, after);
  const days = { day: dayOf(event), value_date: valueDate };
  rows.increase(ledgerDays, { class: classOf(account), currency, ...days, debits, credits, entries: 1n });
  return after;
}

/** The state of the books at the end of a day, by one of their two times; without a day, now. */
export type AsOf = { readonly at?: string | undefined; readonly by?: By | undefined };

const TrialBalanceLine = z.object({
  class: z.string(),
  currency: Currency,
  /** Minor units, both positive. */
  debits: z.bigint(),
  credits: z.bigint(),
  entries: z.bigint(),
});
type TrialBalanceLine = z.infer<typeof TrialBalanceLine>;

export type TrialBalance = {
  readonly lines: readonly TrialBalanceLine[];
  readonly totals: readonly { readonly currency: Currency; readonly debits: bigint; readonly credits: bigint }[];
  readonly isBalanced: boolean;
};

/** The sums of every class of accounts. Debits equal credits in each currency, or something is badly wrong. */
export async function trialBalance(database: Database, { at, by }: AsOf = {}): Promise<TrialBalance> {
  const lines = await database.any(
    sql.type(
      TrialBalanceLine,
    )`select class, currency, sum(debits)::int8 as debits, sum(credits)::int8 as credits, sum(entries)::int8 as entries
      from read.ledger_days where ${every(betweenDays(dayColumn({ by }), { to: at }))}
      group by currency, class order by currency, class`,
  );
  const totals = [...new Set(lines.map((line) => line.currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    return {
      currency,
      debits: own.reduce((sum, line) => sum + line.debits, 0n),
      credits: own.reduce((sum, line) => sum + line.credits, 0n),
    };
  });
  return { lines, totals, isBalanced: totals.every((total) => total.debits === total.credits) };
}

/** The day column of `ledger_days`. */
export const dayColumn = ({ by }: AsOf): Fragment =>
  by === 'value-date' ? sql.fragment`value_date` : sql.fragment`day`;
