import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from './sql.ts';

// An editor sends back the `updated_at` that was shown, in milliseconds; rows have microseconds.

/**
 * True while `updatedAt` is the one that was shown, and where the caller does not send one. It must be equal, not only later, because
 * clocks may be set back.
 */
export const isAsShown = (updatedAt: FragmentSqlToken, shownAt: string | undefined): FragmentSqlToken =>
  shownAt === undefined
    ? sql.fragment`true`
    : sql.fragment`date_trunc('milliseconds', ${updatedAt}) = date_trunc('milliseconds', ${shownAt}::timestamptz)`;

/** The `updated_at` of a change. It differs from the one before even within the same millisecond. */
export const nextUpdatedAt = (before: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`greatest(now(), ${before} + interval '1 millisecond')`;

/** 409: the object is no longer as it was shown. Nothing of the edit was saved. */
export const changedElsewhere = (what: string) =>
  conflict(
    'changed_elsewhere',
    `This ${what} was changed after you opened it, by somebody else or in another window. Nothing was saved: load the latest, then save again.`,
  );

/**
 * In a transaction: locks an object that an editor was shown, so that of two simultaneous changes the second waits for the first. False
 * where there is no such object.
 * @throws ApiError 409 where it is no longer as it was shown
 */
export async function lockAsShown(
  transaction: Queryable,
  [table, what]: readonly [table: string, what: string],
  id: number | string,
  shownAt: string | undefined,
): Promise<boolean> {
  const row = await transaction.maybeOne(sql.type(z.object({ as_shown: z.boolean() }))`
    select ${isAsShown(sql.fragment`updated_at`, shownAt)} as as_shown from ${sql.identifier(['app', table])}
    where id = ${id} for update`);
  if (row?.as_shown === false) throw changedElsewhere(what);
  return row !== null;
}
