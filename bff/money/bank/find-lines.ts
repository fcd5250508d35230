import { z } from 'zod';
import { Currency } from '#bff/contract/base/common.ts';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { anyOf } from '#projections/kernel/sql.ts';
import { byAmount } from '#projections/lists/search.ts';

const MOST_FOUND = 20;

const Row = z.object({
  id: z.string(),
  statement_id: z.uuid(),
  booked_on: z.iso.date(),
  amount: z.bigint(),
  currency: Currency,
  bank_reference: z.string(),
});

/** The newest lines with that amount, in or out, or with that reference of the bank. Their texts are sealed, and not searched. */
export async function findLines(database: Queryable, search: string) {
  const ways = [
    sql.fragment`upper(bank_reference) = ${search.toUpperCase()}`,
    ...byAmount(search, sql.fragment`abs(amount)`, sql.fragment`currency`),
  ];
  const rows = await database.any(sql.type(Row)`
    select line_id as id, statement_id, to_char(booked_on, 'YYYY-MM-DD') as booked_on, amount, currency, bank_reference
    from app.bank_line where ${anyOf(ways)} order by booked_on desc, line_id limit ${MOST_FOUND}`);
  return { data: rows.map(({ amount, currency, ...line }) => ({ ...line, amount: minorJson(amount, currency) })) };
}
