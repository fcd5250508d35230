import { escapeLike, type Fragment, isUuid, plain, sql, union } from '../kernel/sql.ts';
import type { Table } from '../kernel/table.ts';
import { customersNamed } from './accounts.ts';

/**
 * The condition that a row of a table with a `number` is what a search term means: its id, the beginning or the end of its
 * number (people type 'GL-000123' or '123'), or its customer's name or e-mail. Each way has an index of its own.
 */
export function byNumber({ name, key }: Table): (search: string) => Fragment {
  const from = plain(`read.${name}`);
  const id = plain(key.join());
  return (search) => {
    const term = search.trim();
    const upper = term.toUpperCase();
    const ways = [
      sql.fragment`select ${id} from ${from} where number like ${`${escapeLike(upper)}%`}`,
      sql.fragment`select ${id} from ${from} where reverse(number) like ${`${escapeLike([...upper].reverse().join(''))}%`}`,
      sql.fragment`select ${id} from ${from} where customer_id in (${customersNamed(term)})`,
    ];
    if (isUuid(term)) ways.push(sql.fragment`select ${id} from ${from} where ${id} = ${term}::uuid`);
    return sql.fragment`${plain(name)}.${id} in (${union(ways)})`;
  };
}
