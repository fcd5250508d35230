import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { type OwnAccount, ownAccountOf } from '#core/finance/bank/own-accounts.ts';
import { type Gap, gapsOf } from '#core/finance/bank/statements/gaps.ts';
import { type KeptStatement, type SortedLine, sortLines } from '#core/finance/bank/statements/known-lines.ts';
import type { Statement } from '#core/finance/bank/statements/statement.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { linesBetween, shiftedDay } from './statement-store.ts';

type Deps = { readonly database: Queryable; readonly crypto: BffDeps['crypto'] };

/** A value date may be this far from the day of booking. */
const DAYS_AROUND = 15;
/** A shorter end of a number identifies no account. */
const LEAST_DIGITS = 7;

/** What identifies a statement, its balances and its days; read by `STATEMENT_COLUMNS`. */
export const StatementRow = z.object({
  id: z.string(),
  format: z.enum(['camt.053', 'MT940', 'CSV']),
  number: z.string(),
  account: z.string(),
  opening: z.bigint().nullable(),
  closing: z.bigint().nullable(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
});
export const STATEMENT_COLUMNS = sql.fragment`statement_id::text as id, format, number, account, opening, closing,
  to_char(first_day, 'YYYY-MM-DD') as "firstDay", to_char(last_day, 'YYYY-MM-DD') as "lastDay"`;

const Row = StatementRow.extend({ currency: Currency.nullable() });
type Kept = KeptStatement & Pick<z.infer<typeof Row>, 'currency'>;

const allStatements = (database: Queryable): Promise<readonly Kept[]> =>
  database.any(sql.type(Row)`select ${STATEMENT_COLUMNS}, balance_currency as currency from app.bank_statement`);

/** One name for an account that banks name in several ways. */
export const nameOf = (account: string, own: readonly OwnAccount[]): string =>
  ownAccountOf(account, own)?.account ?? account;

/** Whether two names may be those of one account: a table without an account may be of any. */
function isSameAccountFor(own: readonly OwnAccount[]) {
  return (one: string, other: string): boolean => {
    const [a, b] = [nameOf(one, own), nameOf(other, own)].toSorted((x, y) => x.length - y.length);
    return (
      a === '' || a === b || ((a?.length ?? 0) >= LEAST_DIGITS && /^\d+$/.test(a ?? '') && (b ?? '').endsWith(a ?? ''))
    );
  };
}

/** What the lines of a file are, beside all that was imported before. */
export async function sortAgainstKept(
  deps: Deps,
  statements: readonly Statement[],
  own: readonly OwnAccount[],
): Promise<SortedLine[][]> {
  const days = statements
    .flatMap(({ lines }) => lines.flatMap(({ bookedOn, valueDate }) => [bookedOn, valueDate]))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  const currencies = [...new Set(statements.flatMap(({ lines }) => lines.map(({ amount }) => amount.currency)))];
  const around =
    first && last
      ? await linesBetween(deps, {
          currencies,
          first: shiftedDay(first, -DAYS_AROUND),
          last: shiftedDay(last, DAYS_AROUND),
        })
      : [];
  return sortLines(statements, {
    lines: around.filter(({ doubt }) => doubt !== 'same'),
    same: around.filter(({ doubt }) => doubt === 'same'),
    statements: await allStatements(deps.database),
    isSameAccount: isSameAccountFor(own),
  });
}

const Id = z.object({ id: z.string() });

/** The gaps before the statements of each account, `more` of them not kept yet. */
export async function findGaps(
  database: Queryable,
  own: readonly OwnAccount[],
  more: readonly Kept[] = [],
): Promise<(Gap & { readonly currency: Currency; readonly account: string })[]> {
  const all = [...(await allStatements(database)), ...more].filter(({ opening }) => opening !== null);
  const groups = Map.groupBy(all, ({ account, currency }) => JSON.stringify([nameOf(account, own), currency]));
  const gaps = [...groups.values()].flatMap((group) => {
    const { currency, account } = group[0] ?? { currency: null, account: '' };
    return currency === null ? [] : gapsOf(group).map((gap) => ({ ...gap, currency, account: nameOf(account, own) }));
  });
  return Promise.all(
    gaps.map(async (gap) => {
      if (gap.missing === 0n) return [gap];
      // A statement that overlaps another begins in its middle.
      const inside = await database.any(sql.type(
        Id,
      )`select line_id as id from app.bank_line line join app.bank_statement using (statement_id)
        where balance_before = ${gap.before.opening} and value_date <= ${gap.before.lastDay}::date and currency = ${gap.currency}
          and account = ${gap.after.account} and statement_id::text <> ${gap.before.id} limit 1`);
      return inside.length === 0 ? [gap] : gap.numbers ? [{ ...gap, missing: 0n }] : [];
    }),
  ).then((found) => found.flat());
}

/** Writes which statements have a gap before them; one that was imported late closes it. */
export async function keepGaps(database: Queryable, own: readonly OwnAccount[]): Promise<void> {
  const gaps = await findGaps(database, own);
  const rows = gaps.map(({ before, missing, numbers }) => [
    before.id,
    missing === 0n ? null : missing,
    numbersText(numbers),
  ]);
  await database.query(sql.void`update app.bank_statement set gap = found.gap, gap_numbers = found.numbers
    from (select statement_id as id, given.gap, given.numbers from app.bank_statement
      left join ${sql.unnest(rows, ['uuid', 'int8', 'text'])} as given (id, gap, numbers) on given.id = statement_id) as found
    where found.id = statement_id and (bank_statement.gap is distinct from found.gap or gap_numbers is distinct from found.numbers)`);
}

export const numbersText = (numbers: Gap['numbers']): string | null =>
  numbers && (numbers[0] === numbers[1] ? `${numbers[0]}` : `${numbers[0]}–${numbers[1]}`);

export function asKept({ format, number, account, balances, lines }: Statement, id: string): Kept {
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  return {
    id,
    format,
    number,
    account,
    currency: balances?.opening.currency ?? null,
    opening: balances?.opening.amount ?? null,
    closing: balances?.closing.amount ?? null,
    firstDay: days[0] ?? balances?.from ?? '',
    lastDay: days.at(-1) ?? balances?.to ?? '',
  };
}
