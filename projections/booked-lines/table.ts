import { DocumentRef } from '#core/kernel/event.ts';
import { bigint, currency, day, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** What the ledger knows of a line: a deposit or payout was decided from it, or it is, or was, in suspense. */
const LINE_STATES = ['booked', 'held', 'returned'] as const;

/** The lines of the bank that anything was booked from. What else they say lies in `app.bank_line`. */
export const bookedLines = defineTable(
  'booked_lines',
  ['line_id'],
  {
    line_id: text(),
    state: oneOf(LINE_STATES),
    currency: currency(),
    amount: bigint(),
    /** What was decided from it, or what it was assigned to. */
    document_kind: optional(oneOf(DocumentRef.shape.kind.options)),
    document_id: optional(uuid()),
    /** Of those that are or were in suspense: since when, by whose hand, and by value date. */
    held_at: optional(time()),
    held_by: optional(text()),
    held_on: optional(day()),
    /** When it left suspense. */
    released_at: optional(time()),
    released_by: optional(text()),
    /** By value date, of a line that was returned. */
    returned_on: optional(day()),
    position: bigint(),
  },
  { indexes: { by_state: ['state', 'held_at', 'position'], by_document: ['document_id'] } },
);
