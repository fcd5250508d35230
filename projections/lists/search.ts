import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { readTypedAmount } from '#core/kernel/money/typed-amount.ts';
import type { Columns } from '../kernel/columns.ts';
import { type Database, escapeLike, type Fragment, plain, sql } from '../kernel/sql.ts';
import { idsOfCustomersNamed } from './accounts.ts';
import type { TalliedTable } from './tally.ts';

/**
 * The ways in which a search term finds rows of a table with a `number`: by the beginning of its id, the beginning
 * or the end of its number (people type 'GL-000123' or '123'), its amount in any country's form, or its customer's name or e-mail.
 */
export function byNumber<C extends Columns>({ name, key, tally }: TalliedTable<C>) {
  const id = plain(`${name}.${key.join()}`);
  const number = plain(`${name}.number`);
  const amount = plain(`${name}.${tally.amount}`);
  const currency = plain(`${name}.${tally.currency}`);
  return async (search: string, database: Database): Promise<readonly Fragment[]> => {
    const term = search.trim();
    const upper = term.toUpperCase();
    const ways = [
      sql.fragment`${number} like ${`${escapeLike(upper)}%`}`,
      sql.fragment`reverse(${number}) like ${`${escapeLike([...upper].reverse().join(''))}%`}`,
    ];
    // Read first: Postgres then knows of how many rows they are.
    const customers = await idsOfCustomersNamed(database, term);
    if (customers.length > 0) {
      ways.push(sql.fragment`${plain(`${name}.customer_id`)} = any(${sql.array(customers, 'uuid')})`);
    }
    const ids = idsBeginningWith(term);
    if (ids) ways.push(sql.fragment`${id} between ${ids.first}::uuid and ${ids.last}::uuid`);
    return [...ways, ...byAmount(term, amount, currency)];
  };
}

/** One way for each amount that a term may be, by an index of the amount: 98 is 9800 cents, or 98 yen. */
export function byAmount(term: string, amount: Fragment, currency: Fragment): Fragment[] {
  const { codes, minors } = amountsNamed(term);
  return [...new Set(minors)].map((minor) => {
    const own = codes.filter((_, place) => minors[place] === minor);
    return sql.fragment`(${amount} = ${minor} and ${currency} = any(${sql.array(own, 'text')}))`;
  });
}

/** The amounts that a term may be: a currency and its minor units at each place. Exported for tests. */
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
