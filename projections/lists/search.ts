import { anyOf, escapeLike, type Fragment, plain, sql } from '../kernel/sql.ts';
import type { Table } from '../kernel/table.ts';
import { customersNamed } from './accounts.ts';

/**
 * The condition that a row of a table with a `number` is what a search term means: the beginning of its id, the beginning or the
 * end of its number (people type 'GL-000123' or '123'), or its customer's name or e-mail. Each way has an index of its own, and Postgres
 * takes them together for a rare term, or none of them for one that nearly all rows bear.
 */
export function byNumber({ name, key }: Table): (search: string) => Fragment {
  const id = plain(`${name}.${key.join()}`);
  const number = plain(`${name}.number`);
  return (search) => {
    const term = search.trim();
    const upper = term.toUpperCase();
    const ways = [
      sql.fragment`${number} like ${`${escapeLike(upper)}%`}`,
      sql.fragment`reverse(${number}) like ${`${escapeLike([...upper].reverse().join(''))}%`}`,
      // As an array, it is known before the rows are looked for.
      sql.fragment`${plain(`${name}.customer_id`)} = any(array(${customersNamed(term)}))`,
    ];
    const ids = idsBeginningWith(term);
    if (ids) ways.push(sql.fragment`${id} between ${ids.first}::uuid and ${ids.last}::uuid`);
    return anyOf(ways);
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
