import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { sql } from '#bff/kit/tables/sql.ts';
import type { Fragment } from '#projections/kernel/sql.ts';

export type DocumentKind = 'order' | 'deposit' | 'withdrawal' | 'correction';

const PREFIX: Record<DocumentKind, string> = { order: 'GL', deposit: 'DEP', withdrawal: 'WDR', correction: 'COR' };
const MIN_DIGITS = 6;
/** One call in this many waits for the disk, and at most this many numbers are missing after a crash of Postgres. */
const RESERVED_AT_ONCE = 32n;

const Given = z.object({ last: z.bigint() });

/**
 * The next number of a kind of documents. It never repeats, whatever crashes. Numbers ascend; some are missing where a request was refused
 * or repeated after it had got one, and after a crash of Postgres.
 */
export async function nextNumber(database: DatabasePool, kind: DocumentKind): Promise<string> {
  let given = await giveNext(database, kind);
  if (!given) {
    await goOnBehindReserved(database, kind);
    given = await giveNext(database, kind);
  }
  if (!given) throw new Error(`There are no numbers for documents of the kind ${kind}.`);
  return documentNumber(kind, given.last);
}

export const documentNumber = (kind: DocumentKind, given: bigint): string =>
  `${PREFIX[kind]}-${given.toString().padStart(MIN_DIGITS, '0')}`;

/**
 * For `with`: gives out the next number of a kind where the condition holds, as `last` of `given`, which is empty after a crash of
 * Postgres. A transaction that writes only to the unlogged table does not wait for the disk. One that reserves does, and holds the lock on
 * the kind's row meanwhile: no number leaves before its reservation is on the disk. A sequence does not keep this: of the values that one
 * caller has it log ahead, another gets one before the log is on the disk, and after a crash that one is given again.
 */
export const givingNext = (kind: DocumentKind, condition: Fragment): Fragment => sql.fragment`
  given as (
    update app.document_number_given set last = last + 1 where kind = ${kind} and ${condition} returning last),
  reserving as (
    update app.document_number set reserved = given.last + ${RESERVED_AT_ONCE - 1n}::int8 from given
    where kind = ${kind} and reserved < given.last)`;

const giveNext = (database: DatabasePool, kind: DocumentKind) =>
  database.maybeOne(sql.type(Given)`with ${givingNext(kind, sql.fragment`true`)} select last from given`);

/** After a crash of Postgres the last given number is unknown, but it is not greater than the reserved one. */
async function goOnBehindReserved(database: DatabasePool, kind: DocumentKind): Promise<void> {
  await database.query(sql.void`insert into app.document_number_given (kind, last)
    select kind, reserved from app.document_number where kind = ${kind} on conflict (kind) do nothing`);
}
