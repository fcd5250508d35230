import { int, optional, text, time } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/**
 * Each month that was closed by name: when it was last closed, by whom, and when it was reopened. The audit trail has
 * the whole history.
 */
export const periods = defineTable('periods', ['month'], {
  /** YYYY-MM */
  month: text(),
  /** Null when it was closed together with a later month. */
  closed_at: optional(time()),
  closed_by: optional(text()),
  /** What was open at its last closing, a line each, and why it was closed. */
  open_points: optional(text()),
  close_reason: optional(text()),
  reopened_at: optional(time()),
  reopened_by: optional(text()),
  reopen_reason: optional(text()),
});

/** One row, once a month was closed: the last closed month. Every month before it is closed, too. */
export const closing = defineTable('closing', ['id'], { id: int(), closed_through: text() });
export const CLOSING_ID = 1;
