import { DocumentRef } from '#core/kernel/event.ts';
import { bigint, bytewise, currency, day, int, oneOf, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** Every posting line. */
export const ledgerEntries = defineTable(
  'ledger_entries',
  ['position', 'line'],
  {
    /** The event's position. */
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
     * (core/period/booked-on.ts).
     */
    value_date: day(),
    document_id: uuid(),
    event_type: text(),
    document_kind: oneOf([...DocumentRef.shape.kind.options, 'suspense', 'correction']),
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
export const ledgerDays = defineTable(
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
