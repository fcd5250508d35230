import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { readTypedAmount } from '#core/kernel/money/typed-amount.ts';
import type { Columns } from '../kernel/columns.ts';
import { anyOf, escapeLike, type Fragment, plain, sql } from '../kernel/sql.ts';
import { customersNamed } from './accounts.ts';
import type { TalliedTable } from './tally.ts';

/**
 * The condition that a row of a table with a `number` matches a search term: by the beginning of its id, the beginning
 * or the end of its number (people type 'GL-000123' or '123'), its amount in any country's form, or its customer's name or e-mail. Each way has
 * its own index. Postgres combines them for a rare term, and uses none for a term that nearly all rows match.
 */
export function byNumber<C extends Columns>({ name, key, tally }: TalliedTable<C>): (search: string) => Fragment {
  const id = plain(`${name}.${key.join()}`);
  const number = plain(`${name}.number`);
  const amount = plain(`${name}.${tally.amount}`);
  const currency = plain(`${name}.${tally.currency}`);
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
    const { codes, minors } = amountsNamed(term);
    if (minors.length > 0) {
      // By the index of amounts, then by the pair: 98 is 9800 cents and 98 yen.
      ways.push(sql.fragment`(${amount} = any(${sql.array(minors, 'int8')})
        and (${currency}, ${amount}) in (select * from unnest(${sql.array(codes, 'text')}, ${sql.array(minors, 'int8')})))`);
    }
    return anyOf(ways);
  };
}

/** The amounts that a term may be: a currency and its minor units at each place. Exported for its test. */
export function amountsNamed(term: string): { codes: string[]; minors: bigint[] } {
  // The end of a number, '000123', is no amount.
  const currencies = /^0\d/.test(term) ? [] : CURRENCY_CODES;
  const read = currencies.flatMap((code) => {
    const reading = readTypedAmount(term, code);
    const minors = reading.is === 'amount' ? [reading.minor] : reading.is === 'asked' ? reading.minors : [];
    return minors.map((minor) => ({ code, minor }));
  });
  return { codes: read.map(({ code }) => code), minors: read.map(({ minor }) => minor) };
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
