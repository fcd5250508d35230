import type { RecordedLedgerEvent } from '#core/events.ts';
import type { DocumentRef } from '#core/kernel/event.ts';
import type { Posting } from '#core/kernel/postings.ts';
import { valueDayOf } from '#core/kernel/value-date.ts';
import type { RowOf } from '../kernel/columns.ts';
import { objectIdOf, type Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { ledgerAccounts, ledgerClasses, ledgerEntries } from './table.ts';

type AccountRow = RowOf<typeof ledgerAccounts.columns>;

export const generalLedgerProjection: Projection = {
  name: 'general-ledger',
  tables: [ledgerEntries, ledgerAccounts, ledgerClasses],
  reads: (event) =>
    (bookingOf(event)?.postings ?? []).map(({ account, amount }) => rowOf(ledgerAccounts, account, amount.currency)),
  apply(event, rows) {
    const booking = bookingOf(event);
    if (!booking) return;
    for (const [index, posting] of booking.postings.entries()) {
      const line = index + 1;
      const account = post(event, line, posting, rows);
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
        value_date: valueDayOf(event),
      });
    }
  },
};

/** An event has fewer: it has eight postings at most. */
const LINES_PER_EVENT = 10n;

type Booking = {
  readonly postings: readonly Posting[];
  readonly documentKind: DocumentRef['kind'];
  readonly documentId: string;
};

/** What an event books, if it moves money. */
function bookingOf(event: RecordedLedgerEvent): Booking | undefined {
  switch (event.type) {
    case 'WalletCredited':
    case 'WalletDebited':
    case 'WalletFundsHeld':
    case 'WalletHoldCaptured':
    case 'WalletHoldReleased': {
      const { postings, document } = event.data;
      return { postings, documentKind: document.kind, documentId: document.id };
    }
    case 'WithdrawalCompleted':
      return { postings: event.data.postings, documentKind: 'withdrawal', documentId: objectIdOf(event) };
    default:
      return undefined;
  }
}

/** Returns the account after the line. */
function post(event: RecordedLedgerEvent, line: number, { account, amount }: Posting, rows: Rows): AccountRow {
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
  if (before) rows.update(ledgerAccounts, before, after);
  else rows.insert(ledgerAccounts, after);
  rows.increase(ledgerClasses, { class: classOf(account), currency, debits, credits, entries: 1n });
  return after;
}

/** 'liabilities:wallet:<id>' → 'liabilities:wallet'. */
const classOf = (account: string): string => account.slice(0, account.lastIndexOf(':'));
