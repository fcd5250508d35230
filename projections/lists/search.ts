import { anyOf, escapeLike, type Fragment, plain, sql } from '../kernel/sql.ts';
import type { Table } from '../kernel/table.ts';
import { customersNamed } from './accounts.ts';

/**
 * The condition that a row of a table with a `number` matches a search term: by the beginning of its id, the beginning
 * or the end of its number (people type 'GL-000123' or '123'), or its customer's name or e-mail. Each way has its own
 * index. Postgres combines them for a rare term, and uses none for a term that nearly all rows match.
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
      // As an array, its value is known before the rows are searched.
      sql.fragment`${plain(`${name}.customer_id`)} = any(array(${customersNamed(term)}))`,
    ];
    const ids = idsBeginningWith(term);
    if (ids) ways.push(sql.fragment`${id} between ${ids.first}::uuid and ${ids.last}::uuid`);
    return anyOf(ways);
  };
}

const ID = '00000000-0000-0000-0000-000000000000';
/** Shorter ones would match half of everything. */
const MIN_ID_CHARS = 4;

/** The ids that begin with these characters, dashes included: the first and the last possible one. Exported for its test. */
export function idsBeginningWith(text: string): { first: string; last: string } | undefined {
  const begin = text.toLowerCase();
  const isBeginning = begin.length >= MIN_ID_CHARS && begin.length <= ID.length;
  if (!isBeginning || begin.replace(/[0-9a-f]/g, '0') !== ID.slice(0, begin.length)) return undefined;
  const rest = ID.slice(begin.length);
  return { first: begin + rest, last: begin + rest.replaceAll('0', 'f') };
}
