import { escapeLike, type Fragment, plain, sql, union } from '../kernel/sql.ts';
import type { Table } from '../kernel/table.ts';
import { customersNamed } from './accounts.ts';

/**
 * The condition that a row of a table with a `number` is what a search term means: the beginning of its id, the beginning or the
 * end of its number (people type 'GL-000123' or '123'), or its customer's name or e-mail. Each way has an index of its own.
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
    const ids = idsBeginningWith(term);
    if (ids)
      ways.push(sql.fragment`select ${id} from ${from} where ${id} between ${ids.first}::uuid and ${ids.last}::uuid`);
    return sql.fragment`${plain(name)}.${id} in (${union(ways)})`;
  };
}

const ID = '00000000-0000-0000-0000-000000000000';
/** Shorter ones would find half of everything. */
const MIN_ID_CHARS = 4;

/** The ids that begin with these characters, dashes included: the first and the last there could be. Exported for its test. */
export function idsBeginningWith(text: string): { first: string; last: string } | undefined {
  const begin = text.toLowerCase();
  const isBeginning = begin.length >= MIN_ID_CHARS && begin.length <= ID.length;
  if (!isBeginning || begin.replace(/[0-9a-f]/g, '0') !== ID.slice(0, begin.length)) return undefined;
  const rest = ID.slice(begin.length);
  return { first: begin + rest, last: begin + rest.replaceAll('0', 'f') };
}
