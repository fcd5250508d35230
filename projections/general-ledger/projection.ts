import type { RecordedLedgerEvent } from '#core/events.ts';
import type { DocumentRef } from '#core/kernel/event.ts';
import type { Posting } from '#core/kernel/postings.ts';
import { bookedOn } from '#core/period/booked-on.ts';
import type { RowOf } from '../kernel/columns.ts';
import { dayOf, objectIdOf, type Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { CLOSING, closedThroughOf } from '../periods/projection.ts';
import { classOf, ledgerAccounts, ledgerDays, ledgerEntries } from './table.ts';

type AccountRow = RowOf<typeof ledgerAccounts.columns>;

export const generalLedgerProjection: Projection = {
  name: 'general-ledger',
  tables: [ledgerEntries, ledgerAccounts, ledgerDays],
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
      rows.append(ledgerEntries, {
        position: event.position,
        line,
        account_id: account.id,
        amount: posting.amount.amount,
        balance: account.balance,
        event_type: event.type,
        document_kind: booking.documentKind,
        document_id: booking.documentId,
        time: event.metadata.time,
        value_date: valueDate,
      });
    }
  },
};

/** More than an event has: at most eight postings. */
const LINES_PER_EVENT = 10n;

type Booking = {
  readonly postings: readonly Posting[];
  readonly documentKind: DocumentRef['kind'] | 'suspense' | 'correction';
  readonly documentId: string;
};

/** The booking of an event, if it moves money. */
function bookingOf(event: RecordedLedgerEvent): Booking | undefined {
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
    case 'BankLineReturned':
      return { postings: event.data.postings, documentKind: 'suspense', documentId: objectIdOf(event) };
    default:
      return undefined;
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
