import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { LinePart } from '#core/aggregates/suspense/events.ts';
import { DocumentRef } from '#core/kernel/log/event.ts';
import { valueDayOf } from '#core/kernel/log/value-date.ts';
import type { Money } from '#core/kernel/money/money.ts';
import { bigint, currency, day, oneOf, optional, type RowOf, text, time, uuid } from '#projections/kernel/columns.ts';
import { objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { type Database, sql } from '#projections/kernel/sql.ts';
import { defineTable, rowOf } from '#projections/kernel/table.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '#projections/kernel/view.ts';

/** The state of a line in the ledger: a deposit or payout was decided from it, or it is, or was, in suspense. */
const LINE_STATES = ['booked', 'held', 'returned'] as const;

const DOCUMENT_KINDS = [...DocumentRef.shape.kind.options, 'correction'] as const;

/** The lines of the bank that something was booked from. The rest of their content is in `app.bank_line`. */
const bookedLines = defineTable(
  'booked_lines',
  ['line_id'],
  {
    line_id: text(),
    state: oneOf(LINE_STATES),
    currency: currency(),
    amount: bigint(),
    /** What was decided from the line, or what it, or the last rest of it, was assigned to. */
    document_kind: optional(oneOf(DOCUMENT_KINDS)),
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
    /** The files of the payment proofs that they approved, parted by commas. */
    first_proofs: optional(text()),
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
  { indexes: { by_state: ['state', 'held_at', 'position'] } },
);

/** Each document that a line, or a part of one, pays or is: several deposits have one line. */
const lineDocuments = defineTable('line_documents', ['document_id', 'line_id'], {
  document_id: uuid(),
  document_kind: oneOf(DOCUMENT_KINDS),
  line_id: text(),
});

type Row = RowOf<typeof bookedLines.columns>;
type EventOf<Type> = Extract<RecordedLedgerEvent, { type: Type }>;
const NO_FIRST = { first_by: null, first_at: null, first_proofs: null };
const WHOLE = { split_into: null, split_left: null, split_released: null, ...NO_FIRST };
const HELD = { state: 'held' } as const;
const BOOKED = { state: 'booked' } as const;
const IN_SUSPENSE = { ...HELD, document_kind: null, document_id: null, released_at: null, released_by: null };

const on: {
  readonly [T in RecordedLedgerEvent['type']]?: (event: EventOf<T>, before: Row | undefined) => Partial<Row>;
} = {
  DepositApproved: ({ data }) => ({ ...amountOf(data.approvedAmount), ...BOOKED }),
  WithdrawalCompleted: ({ data }) => ({ ...amountOf(data.amount), ...BOOKED }),
  CorrectionBooked: ({ data }) => ({ ...amountOf(data.amount), ...BOOKED }),
  BankLineHeldInSuspense: (event) => ({
    ...amountOf(event.data.amount),
    ...IN_SUSPENSE,
    held_at: event.metadata.time,
    held_by: event.data.by,
    held_on: valueDayOf(event),
  }),
  BankLineSplitProposed: ({ data, metadata }) => ({
    ...amountOf(data.amount),
    ...HELD,
    ...WHOLE,
    split_into: idsOf(data.parts),
    first_by: data.by,
    first_at: metadata.time,
    first_proofs: data.parts.flatMap(({ proof }) => proof ?? []).join(','),
  }),
  BankLineSplit: ({ data }) => ({
    ...amountOf(data.amount),
    ...HELD,
    ...WHOLE,
    split_into: idsOf(data.parts),
    split_left: data.amount.amount,
  }),
  BankLineSplitRejected: () => ({ ...HELD, ...WHOLE }),
  BankLinePartReleased: ({ data: { amount, document } }, before) => {
    if (!before || before.split_left === null) return HELD;
    const others = (before.split_into ?? '').split(',').filter((id) => id !== document.id);
    const released = (before.split_released ?? 0n) + amount.amount;
    const row = { ...before, split_into: others.join(','), split_released: released };
    return { ...HELD, ...afterPart(row, before.split_left) };
  },
  BankLineAssigned: (event, before) => ({
    ...amountOf(event.data.amount),
    ...BOOKED,
    ...releasedBy(event),
    ...afterAssignment(event, before),
  }),
  BankLineReturned: (event) => ({
    ...amountOf(event.data.amount),
    ...releasedBy(event),
    state: 'returned',
    returned_on: valueDayOf(event),
  }),
};

function lineIdOf({ type, data }: RecordedLedgerEvent): string | undefined {
  if (!(type in on)) return undefined;
  return 'lineId' in data ? data.lineId : 'bankLineId' in data ? data.bankLineId : undefined;
}

/** What the line pays by this event. */
function documentOf(event: RecordedLedgerEvent) {
  switch (event.type) {
    case 'DepositApproved':
      return { document_kind: 'deposit', document_id: event.data.depositId } as const;
    case 'WithdrawalCompleted':
      return { document_kind: 'withdrawal', document_id: objectIdOf(event) } as const;
    case 'CorrectionBooked':
      return { document_kind: 'correction', document_id: event.data.correctionId } as const;
    case 'BankLineAssigned':
      return { document_kind: event.data.document.kind, document_id: event.data.document.id };
    default:
      return undefined;
  }
}

export const bookedLinesProjection: Projection = {
  tables: [bookedLines, lineDocuments],
  reads(event) {
    const id = lineIdOf(event);
    return id === undefined ? [] : [rowOf(bookedLines, id)];
  },
  apply(event, rows) {
    const id = lineIdOf(event);
    if (id === undefined) return;
    const document = documentOf(event);
    if (document) rows.put(lineDocuments, { ...document, line_id: id });
    if (event.type === 'BankLineHeldInSuspense' && event.data.takenBackFrom) {
      const { kind, id: documentId } = event.data.takenBackFrom;
      rows.remove(lineDocuments, { document_kind: kind, document_id: documentId, line_id: id });
    }
    const before = rows.get(bookedLines, id);
    // The deposits of a line that pays several are booked when their parts are assigned.
    if (event.type === 'DepositApproved' && before?.split_left !== undefined && before.split_left !== null) return;
    const row = { line_id: id, position: event.position, ...document, ...on[event.type]?.(event as never, before) };
    if (before) rows.put(bookedLines, { ...before, ...row, position: before.position });
    else rows.insert(bookedLines, row);
  },
};

/** What several deposits have of the line; once each has its part, the row is of what is left. */
function afterAssignment({ data: { amount, document } }: EventOf<'BankLineAssigned'>, before: Row | undefined) {
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

/** A line of which `rest` is in suspense after a part of it was assigned or released. */
function afterPart({ amount, split_into, split_released }: Row, rest: bigint): Partial<Row> {
  if (rest === 0n) return { amount, split_into, split_left: rest, document_kind: 'deposit', document_id: null };
  if (rest === split_released) return { ...WHOLE, ...IN_SUSPENSE, amount: rest };
  return { ...IN_SUSPENSE, amount, split_into, split_left: rest, split_released };
}

const idsOf = (parts: readonly LinePart[]): string => parts.map(({ document }) => document.id).join(',');
const releasedBy = ({ metadata: { time, actor } }: RecordedLedgerEvent) => ({
  released_at: time,
  released_by: actor.id,
});
const amountOf = ({ amount, currency }: Money) => ({ amount, currency });

const view = defineView(bookedLines, { without: ['position'] });
export type BookedLine = ItemOf<typeof view>;

export const findBookedLine = (database: Database, lineId: string): Promise<BookedLine | null> =>
  findRow(database, view, conditionsOf(bookedLines, { line_id: lineId }));

export const bookedAmong = (database: Database, lineIds: readonly string[]): Promise<readonly BookedLine[]> =>
  findRows(database, view, sql.fragment`where line_id = any(${sql.array([...lineIds], 'text')})`);
