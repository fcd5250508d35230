import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { openDetails } from './statement-store.ts';

const Sealed = z.object({ id: z.string(), sealed: z.instanceof(Buffer) });

/** The account and the words of one line in full; null where there is none. */
export async function openLine({ database, crypto }: Pick<BffDeps, 'database' | 'crypto'>, lineId: string) {
  const row = await database.maybeOne(
    sql.type(Sealed)`select line_id as id, details_sealed as sealed from app.bank_line where line_id = ${lineId}`,
  );
  if (!row) return null;
  const { name, iban, reference, text } = openDetails(crypto, row);
  return { name, iban, text: [reference, text].filter(Boolean).join(' · ') };
}
