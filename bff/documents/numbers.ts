import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { sql } from '#bff/lib/sql.ts';

export type DocumentKind = 'order' | 'deposit' | 'withdrawal';

const PREFIX: Record<DocumentKind, string> = { order: 'GL', deposit: 'DEP', withdrawal: 'WDR' };
const MIN_DIGITS = 6;

const Last = z.object({ last: z.bigint() });
const Assigned = z.object({ number: z.string() });

/** 1 → "DEP-000001". */
export const formatNumber = (kind: DocumentKind, number: bigint): string =>
  `${PREFIX[kind]}-${String(number).padStart(MIN_DIGITS, '0')}`;

/**
 * The number of a document, given out at the first call and the same at every later one. Numbers ascend; one may be
 * missing where a request was refused after it had been given out.
 */
export async function assignNumber(database: DatabasePool, kind: DocumentKind, documentId: string): Promise<string> {
  const known = await findAssigned(database, documentId);
  if (known !== null) return known;
  return database.transaction(async (transaction) => {
    // The counter's row is locked until commit, so the same document asked for twice at once finds its first number below.
    const { last } = await transaction.one(
      sql.type(Last)`update app.document_number set last = last + 1 where kind = ${kind} returning last`,
    );
    const number = formatNumber(kind, last);
    const inserted = await transaction.maybeOne(
      sql.type(Assigned)`insert into app.assigned_number (document_id, kind, number)
        values (${documentId}, ${kind}, ${number}) on conflict (document_id) do nothing returning number`,
    );
    return inserted?.number ?? (await findAssigned(transaction, documentId)) ?? number;
  });
}

async function findAssigned(database: Pick<DatabasePool, 'maybeOne'>, documentId: string): Promise<string | null> {
  const row = await database.maybeOne(
    sql.type(Assigned)`select number from app.assigned_number where document_id = ${documentId}`,
  );
  return row?.number ?? null;
}
