import { customersNamed } from '../customers/queries.ts';
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
