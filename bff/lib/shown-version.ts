import type { FragmentSqlToken } from 'slonik';
import { ApiError } from './api-error.ts';
import { sql } from './sql.ts';

// Who edits sends back the `updated_at` of what they were shown, in milliseconds; rows have microseconds.

/**
 * True while `updatedAt` is that of what was shown, and for who does not say what they were shown. Compared for being the
 * same, for clocks may be set back.
 */
export const isAsShown = (updatedAt: FragmentSqlToken, shownAt: string | undefined): FragmentSqlToken =>
  shownAt === undefined
    ? sql.fragment`true`
    : sql.fragment`date_trunc('milliseconds', ${updatedAt}) = date_trunc('milliseconds', ${shownAt}::timestamptz)`;

/** The `updated_at` of a change: another one than before even when both come within a millisecond. */
export const nextUpdatedAt = (before: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`greatest(now(), ${before} + interval '1 millisecond')`;

/** 409: what was edited is not any more what was shown. Nothing of the edit was saved. */
export const changedElsewhere = (what: string): ApiError =>
  new ApiError(
    409,
    'changed_elsewhere',
    `This ${what} was changed after you opened it, by somebody else or in another window. Nothing was saved: load the latest, then save again.`,
  );
