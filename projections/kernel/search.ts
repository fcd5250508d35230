import { escapeLike, type Fragment, isUuid, sql, union } from './sql.ts';

/**
 * A subquery of the ids of rows that a search term means: their id, the beginning or the end of their number (people
 * type 'GL-000123' or '123'), or a customer's name or e-mail. Each way has an index of its own.
 */
export function matchingNumber(
  table: 'deposits' | 'orders' | 'withdrawals',
  idColumn: 'deposit_id' | 'order_id' | 'withdrawal_id',
  search: string,
): Fragment {
  const term = search.trim();
  const from = sql.identifier(['read', table]);
  const id = sql.identifier([idColumn]);
  const upper = escapeLike(term.toUpperCase());
  const reversed = escapeLike([...term.toUpperCase()].reverse().join(''));
  const ways = [
    sql.fragment`select ${id} from ${from} where number like ${`${upper}%`}`,
    sql.fragment`select ${id} from ${from} where reverse(number) like ${`${reversed}%`}`,
    sql.fragment`select ${id} from ${from} where customer_id in (${customersNamed(term)})`,
  ];
  if (isUuid(term)) ways.push(sql.fragment`select ${id} from ${from} where ${id} = ${term}::uuid`);
  return union(ways);
}

/** How many customers a term may stand for in a search of what they own. */
const MAX_CUSTOMERS_PER_SEARCH = 500;

/** Ids of the customers whose name, e-mail or company's name contains the term, or whose id it is: a subquery for other lists. */
export function customersNamed(term: string): Fragment {
  const pattern = `%${escapeLike(term.trim())}%`;
  const byName = sql.fragment`(select customer_id from app.account
    where name ilike ${pattern} or email ilike ${pattern} limit ${MAX_CUSTOMERS_PER_SEARCH})
    union (select customer_id from app.company where company_name ilike ${pattern} limit ${MAX_CUSTOMERS_PER_SEARCH})`;
  return isUuid(term.trim()) ? sql.fragment`select ${term.trim()}::uuid union ${byName}` : byName;
}
