import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { sql } from '#bff/lib/sql.ts';

export type DocumentKind = 'order' | 'deposit' | 'withdrawal';

const PREFIX: Record<DocumentKind, string> = { order: 'GL', deposit: 'DEP', withdrawal: 'WDR' };
const MIN_DIGITS = 6;

const Assigned = z.object({ number: z.string() });

/**
 * The number of a document, given out at the first call and the same at every later one. Numbers ascend; one may be
 * missing where a request was refused after it had been given out.
 */
export async function assignNumber(database: DatabasePool, kind: DocumentKind, documentId: string): Promise<string> {
  const given = await database.maybeOne(
    // One statement, so one round trip and one commit. The counter's row is locked until then, and left alone where the
    // document has its number.
    sql.type(Assigned)`
      with known as (select number from app.assigned_number where document_id = ${documentId}::uuid),
        counted as (
          update app.document_number set last = last + 1 where kind = ${kind} and not exists (select from known)
          returning ${PREFIX[kind]}::text || '-' || lpad(last::text, greatest(${MIN_DIGITS}::int, length(last::text)), '0') as number),
        given as (
          insert into app.assigned_number (document_id, kind, number) select ${documentId}::uuid, ${kind}, number from counted
          on conflict (document_id) do nothing returning number)
      select number from known union all select number from given`,
  );
  // None: the same document was asked for twice at once, and the other one has it stored by now.
  return (given ?? (await database.one(assignedTo(documentId)))).number;
}

const assignedTo = (documentId: string) =>
  sql.type(Assigned)`select number from app.assigned_number where document_id = ${documentId}`;
