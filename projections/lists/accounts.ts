import { z } from 'zod';
import { type Database, escapeLike, type Fragment, isUuid, sql } from '../kernel/sql.ts';
import { computed, extendView, type View } from '../kernel/view.ts';

const accountColumn = (column: 'name' | 'email') => computed(z.string().nullable(), `account.${column}`);
/** Both null for a customer who was erased. */
export const ACCOUNT = { name: accountColumn('name'), email: accountColumn('email') };

/** The name of the administrator whose id is in a column; null when there is none. */
export const administratorName = (column: string) =>
  computed(z.string().nullable(), `(select name from app.administrator where administrator_id::text = ${column})`);

export const namesOfDeciders = (table: string) => ({
  firstByName: administratorName(`${table}.first_by`),
  decidedByName: administratorName(`${table}.decided_by`),
});

/** A view of a table with a `customer_id`, with columns of the customer's account. */
export const withAccount = <Item extends object, const X extends Record<string, (typeof ACCOUNT)['name']>>(
  view: View<Item>,
  add: X,
) => extendView(view, add, `left join app.account account on account.customer_id = ${view.table.name}.customer_id`);

/** Most customers that a term may match in a search of what they own. Their own list has no such limit. */
const MAX_CUSTOMERS_PER_SEARCH = 500;

/** Words of a search; those beyond are ignored. */
const MAX_WORDS = 8;

/**
 * Ids of the customers whose name, e-mail or company name contains each word of the term, in any order, or whose id it is: a subquery for
 * other lists.
 */
export function customersNamed(search: string, most: number = MAX_CUSTOMERS_PER_SEARCH): Fragment {
  const term = search.trim();
  const patterns = term
    .split(/\s+/)
    .slice(0, MAX_WORDS)
    .map((word) => `%${escapeLike(word)}%`);
  const every = (matches: (pattern: string) => Fragment) => sql.join(patterns.map(matches), sql.fragment` and `);
  const byName = sql.fragment`(select customer_id from app.account
    where ${every((pattern) => sql.fragment`(name ilike ${pattern} or email ilike ${pattern})`)} limit ${most})
    union (select customer_id from app.company
    where ${every((pattern) => sql.fragment`company_name ilike ${pattern}`)} limit ${most})`;
  return isUuid(term) ? sql.fragment`select ${term}::uuid union ${byName}` : byName;
}

const Named = z.object({ customer_id: z.uuid() });

/** The same as ids. */
export async function idsOfCustomersNamed(database: Database, search: string): Promise<readonly string[]> {
  const rows = await database.any(sql.type(Named)`select * from (${customersNamed(search)}) named (customer_id)`);
  return rows.map(({ customer_id }) => customer_id);
}
