import { int, optional, text, time } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** Each month that was closed by name: when last, by whom, and when it was reopened. All of it is in the audit trail. */
export const periods = defineTable('periods', ['month'], {
  /** YYYY-MM */
  month: text(),
  /** None where it was closed with a later month. */
  closed_at: optional(time()),
  closed_by: optional(text()),
  reopened_at: optional(time()),
  reopened_by: optional(text()),
  reopen_reason: optional(text()),
});

/** One row, once anything was closed: the last closed month. Every month before it is closed, too. */
export const closing = defineTable('closing', ['id'], { id: int(), closed_through: text() });
export const CLOSING_ID = 1;
