import type { RecordedLedgerEvent } from '#core/events.ts';
import { DocumentRef } from '#core/kernel/event.ts';
import type { Money } from '#core/kernel/money.ts';
import { valueDayOf } from '#core/kernel/value-date.ts';
import type { LinePart } from '#core/suspense/events.ts';
import { bigint, currency, day, oneOf, optional, type RowOf, text, time, uuid } from './kernel/columns.ts';
import { objectIdOf, type Projection } from './kernel/projection.ts';
import { type Database, sql } from './kernel/sql.ts';
import { defineTable, rowOf } from './kernel/table.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from './kernel/view.ts';

/** The state of a line in the ledger: a deposit or payout was decided from it, or it is, or was, in suspense. */
const LINE_STATES = ['booked', 'held', 'returned'] as const;

/** The lines of the bank that something was booked from. The rest of their content is in `app.bank_line`. */
const bookedLines = defineTable(
  'booked_lines',
  ['line_id'],
  {
    line_id: text(),
    state: oneOf(LINE_STATES),
    currency: currency(),
    amount: bigint(),
    /** What was decided from the line, or what it was assigned to. */
    document_kind: optional(oneOf([...DocumentRef.shape.kind.options, 'correction'])),
    document_id: optional(uuid()),
    /** The deposits that the line pays together, or would where a second administrator confirms it: their ids, parted by commas. */
    split_into: optional(text()),
    /** Of what pays several deposits, the part that is not assigned yet; null before that is decided. */
    split_left: optional(bigint()),
    /** Of that, the parts whose deposits were decided otherwise. With the last other part the row becomes one of this amount. */
    split_released: optional(bigint()),
    /** The first administrator who approved that, while a second one is asked. */
    first_by: optional(text()),
    first_at: optional(time()),
    /** For lines that are or were in suspense: since when, by whom, and by value date. */
    held_at: optional(time()),
    held_by: optional(text()),
    held_on: optional(day()),
    /** When it left suspense. */
    released_at: optional(time()),
    released_by: optional(text()),
    /** By value date, for a line that was returned. */
    returned_on: optional(day()),
    position: bigint(),
  },
  { indexes: { by_state: ['state', 'held_at', 'position'], by_document: ['document_id'] } },
);

export const bookedLinesProjection: Projection = {
  tables: [bookedLines],
  reads(event) {
    const id = lineIdOf(event);
    return id === undefined ? [] : [rowOf(bookedLines, id)];
  },
  apply(event, rows) {
    const id = lineIdOf(event);
    if (id === undefined) return;
    const before = rows.get(bookedLines, id);
    // The deposits of a line that pays several are booked when their parts are assigned.
    if (event.type === 'DepositApproved' && before?.split_left !== undefined && before.split_left !== null) return;
    const row = { line_id: id, position: event.position, ...stateAfter(event), ...splitAfter(event, before) };
    if (before) rows.put(bookedLines, { ...before, ...row, position: before.position });
    else rows.insert(bookedLines, row);
  },
};

/** The line that an event is about; undefined when it is about none. */
function lineIdOf(event: RecordedLedgerEvent): string | undefined {
  switch (event.type) {
    case 'DepositApproved':
    case 'WithdrawalCompleted':
    case 'CorrectionBooked':
      return event.data.bankLineId;
    case 'BankLineHeldInSuspense':
    case 'BankLineSplitProposed':
    case 'BankLineSplit':
    case 'BankLineSplitRejected':
    case 'BankLineAssigned':
    case 'BankLinePartReleased':
    case 'BankLineReturned':
      return event.data.lineId;
    default:
      return undefined;
  }
}

function stateAfter(event: RecordedLedgerEvent) {
  const { time, actor } = event.metadata;
  const released = { released_at: time, released_by: actor.id };
  switch (event.type) {
    case 'DepositApproved':
      return { ...amountOf(event.data.approvedAmount), ...bookedAs('deposit', event.data.depositId) };
    case 'CorrectionBooked':
      return { ...amountOf(event.data.amount), ...bookedAs('correction', event.data.correctionId) };
    case 'BankLineHeldInSuspense': {
      const held = { state: 'held' as const, held_at: time, held_by: event.data.by, held_on: valueDayOf(event) };
      return { ...amountOf(event.data.amount), ...held };
    }
    case 'BankLineAssigned': {
      const { kind, id } = event.data.document;
      return { ...amountOf(event.data.amount), ...bookedAs(kind, id), ...released };
    }
    case 'BankLineReturned': {
      const returned = { state: 'returned' as const, returned_on: valueDayOf(event) };
      return { ...amountOf(event.data.amount), ...returned, ...released };
    }
    case 'WithdrawalCompleted':
      return { ...amountOf(event.data.amount), ...bookedAs('withdrawal', objectIdOf(event)) };
    case 'BankLineSplitProposed':
    case 'BankLineSplit':
      return { ...amountOf(event.data.amount), state: 'held' as const };
    case 'BankLineSplitRejected':
    case 'BankLinePartReleased':
      return { state: 'held' as const };
    default:
      throw new Error(`${event.type} says nothing of a line of the bank.`);
  }
}

type Row = RowOf<typeof bookedLines.columns>;
const WHOLE = { split_into: null, split_left: null, split_released: null, first_by: null, first_at: null };
const IN_SUSPENSE = {
  ...{ state: 'held' as const, document_kind: null, document_id: null, released_at: null, released_by: null },
};

/** What several deposits have of the line; once each has its part, or released it, the row is of what is left. */
function splitAfter(event: RecordedLedgerEvent, before: Row | undefined): Partial<Row> {
  const { time } = event.metadata;
  switch (event.type) {
    case 'BankLineSplitProposed':
      return { ...WHOLE, split_into: idsOf(event.data.parts), first_by: event.data.by, first_at: time };
    case 'BankLineSplit':
      return { ...WHOLE, split_into: idsOf(event.data.parts), split_left: event.data.amount.amount };
    case 'BankLineSplitRejected':
      return WHOLE;
    case 'BankLinePartReleased': {
      const { amount, document } = event.data;
      if (!before || before.split_left === null) return {};
      const others = (before.split_into ?? '').split(',').filter((id) => id !== document.id);
      const released = (before.split_released ?? 0n) + amount.amount;
      return afterPart({ ...before, split_into: others.join(','), split_released: released }, before.split_left);
    }
    case 'BankLineAssigned': {
      const { amount, document } = event.data;
      if (!before) return WHOLE;
      if (before.split_left === null) {
        const rest = before.state === 'held' ? before.amount - amount.amount : 0n;
        return rest > 0n ? { ...WHOLE, ...IN_SUSPENSE, amount: rest } : WHOLE;
      }
      const rest = before.split_left - amount.amount;
      const isPart = before.split_into?.split(',').includes(document.id);
      const released = before.split_released ?? 0n;
      return afterPart({ ...before, split_released: isPart ? released : released - amount.amount }, rest);
    }
    default:
      return {};
  }
}

/** A line of which `rest` is in suspense after a part of it was assigned or released. */
function afterPart({ amount, split_into, split_released }: Row, rest: bigint): Partial<Row> {
  if (rest === 0n) return { amount, split_into, split_left: rest, document_kind: 'deposit', document_id: null };
  if (rest === split_released) return { ...WHOLE, ...IN_SUSPENSE, amount: rest };
  return { ...IN_SUSPENSE, amount, split_into, split_left: rest, split_released };
}

const idsOf = (parts: readonly LinePart[]): string => parts.map(({ document }) => document.id).join(',');
const amountOf = ({ amount, currency }: Money) => ({ amount, currency });
const bookedAs = (kind: DocumentRef['kind'] | 'correction', id: string) => ({
  ...{ state: 'booked' as const, document_kind: kind, document_id: id },
});

const view = defineView(bookedLines, { without: ['position'] });
export type BookedLine = ItemOf<typeof view>;

/** The ledger's record of a line; null when there is none. */
export const findBookedLine = (database: Database, lineId: string): Promise<BookedLine | null> =>
  findRow(database, view, conditionsOf(bookedLines, { line_id: lineId }));

/** Those of the given lines that the ledger has. */
export const bookedAmong = (database: Database, lineIds: readonly string[]): Promise<readonly BookedLine[]> =>
  findRows(database, view, sql.fragment`where line_id = any(${sql.array([...lineIds], 'text')})`);
