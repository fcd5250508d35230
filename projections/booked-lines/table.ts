import { DocumentRef } from '#core/kernel/event.ts';
import { bigint, currency, day, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** The state of a line in the ledger: a deposit or payout was decided from it, or it is, or was, in suspense. */
const LINE_STATES = ['booked', 'held', 'returned'] as const;

/** The lines of the bank that something was booked from. The rest of their content is in `app.bank_line`. */
export const bookedLines = defineTable(
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
