import { hash } from 'node:crypto';
import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { BankStatement } from '#bff/contract/money/admin-bank-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { PROGRAM_NAME } from '#bff/kit/lib/present.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';
import { type OwnAccount, ownAccountOf } from '#core/finance/bank/own-accounts.ts';
import { type SortedLine, sortLines } from '#core/finance/bank/statements/known-lines.ts';
import type { Statement, StatementLine } from '#core/finance/bank/statements/statement.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { ownAccounts } from './own-accounts.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto'>;

type Reading = Pick<BffDeps, 'database' | 'rules' | 'settings'>;
type Opening = { readonly database: Queryable; readonly crypto: BffDeps['crypto'] };

/** Personal data of a line, which is stored sealed. */
const Details = z.object({ reference: z.string(), text: z.string(), name: z.string(), iban: z.string() });

export const openDetails = (
  crypto: BffDeps['crypto'],
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
): z.infer<typeof Details> => Details.parse(JSON.parse(crypto.open('bankLine', id, sealed).toString()));

/** How many lines of a statement were stored, how many of these are asked about, and how many were known. */
export type KeptCounts = { readonly lines: number; readonly asked: number; readonly known: number };

/**
 * Stores the lines of a statement that are new or asked about, in a transaction; a statement that brings neither is not kept. The caller gives
 * the statement's id. `sorted`: what its lines are; all are new where it is not given.
 */
export async function keepStatement(
  { database, crypto }: Opening,
  statement: Statement,
  { id, by, at, sorted = sortLines([statement], NOTHING_KEPT)[0] ?? [] }: KeepOptions,
): Promise<KeptCounts> {
  const taken = sorted.filter(({ is }) => is !== 'known');
  const counts = {
    lines: taken.length,
    asked: taken.filter(({ is }) => is === 'asked').length,
    known: sorted.length - taken.length,
  };
  const { balances, notes } = statement;
  if (taken.length === 0 && (balances === null || sorted.length > 0)) return counts;
  const days = statement.lines.map(({ bookedOn }) => bookedOn).sort();
  await database.query(sql.void`
    insert into app.bank_statement (statement_id, format, number, account, first_day, last_day, lines, imported_by, imported_at,
      opening, closing, balance_currency, covers_until, known, notes)
    values (${id}, ${statement.format}, ${statement.number}, ${statement.account}, ${days[0] ?? balances?.from ?? ''},
      ${days.at(-1) ?? balances?.to ?? ''}, ${taken.length}, ${by}, ${sql.timestamp(at)}, ${balances?.opening.amount ?? null},
      ${balances?.closing.amount ?? null}, ${balances?.opening.currency ?? null}, ${balances?.to ?? null}, ${counts.known}, ${sql.array([...notes], 'text')})`);
  const ids = await freshIds(database, taken);
  const rows = taken.map(({ line, is, beside, balanceBefore }, place) => {
    const { bookedOn, valueDate, amount, bankReference, batch = '' } = line;
    const lineId = ids[place] ?? line.id;
    return [
      ...[lineId, id, place, bookedOn, valueDate, amount.amount, amount.currency, bankReference],
      ...[balanceBefore, batch, JSON.stringify(beside), is === 'asked' ? 'asked' : null],
      crypto.seal('bankLine', lineId, JSON.stringify(Details.parse(line))),
    ];
  });
  await database.query(sql.void`
    insert into app.bank_line (line_id, statement_id, place, booked_on, value_date, amount, currency, bank_reference,
      balance_before, batch, doubt, details_sealed, beside)
    select line_id, statement_id, place, booked_on, value_date, amount, currency, bank_reference, balance_before, batch, doubt, sealed,
      array(select jsonb_array_elements_text(beside::jsonb))
    from ${sql.unnest(rows, [...LINE_TYPES])} as line
      (line_id, statement_id, place, booked_on, value_date, amount, currency, bank_reference, balance_before, batch, beside, doubt, sealed)`);
  return counts;
}

const LINE_TYPES = [
  ...(['text', 'uuid', 'int4', 'date', 'date', 'int8', 'text', 'text'] as const),
  ...(['int8', 'text', 'text', 'text', 'bytea'] as const),
] as const;
const NOTHING_KEPT = { lines: [], statements: [], isSameAccount: () => false };
type KeepOptions = {
  readonly id: string;
  readonly by: string;
  readonly at: Date;
  readonly sorted?: readonly SortedLine[];
};

/** The ids of lines follow from what they say, so a second movement that says the same needs another. */
async function freshIds(database: Queryable, sorted: readonly SortedLine[]): Promise<string[]> {
  const Id = z.object({ id: z.string() });
  const wanted = sorted.map(({ line }) => line.id);
  const ids = [...wanted];
  for (let turn = 1; ; turn++) {
    const rows = await database.any(
      sql.type(Id)`select line_id as id from app.bank_line where line_id = any(${sql.array(ids, 'text')})`,
    );
    const taken = new Set(rows.map(({ id }) => id));
    if (taken.size === 0) return ids;
    for (const [place, id] of ids.entries()) {
      if (taken.has(id)) ids[place] = hash('sha256', JSON.stringify([wanted[place], 'again', turn]), 'hex');
    }
  }
}

const statements = rowsOf(
  BankStatement.omit({ is_own_account: true }).extend({
    opening: z.bigint().nullable(),
    closing: z.bigint().nullable(),
    currency: Currency.nullable(),
    gap: z.bigint().nullable(),
    gap_numbers: z.string().nullable(),
  }),
  sql.fragment`app.bank_statement left join app.administrator on administrator_id = imported_by`,
  {
    id: sql.fragment`statement_id`,
    asked: sql.fragment`(select count(*)::int from app.bank_line line
      where line.statement_id = bank_statement.statement_id and doubt = 'asked')`,
    currency: sql.fragment`balance_currency`,
    imported_by: sql.fragment`coalesce(administrator.name, ${PROGRAM_NAME})`,
  },
);

function present(row: z.infer<typeof statements.type>, own: readonly OwnAccount[]): BankStatement {
  const { opening, closing, currency, gap, gap_numbers, ...rest } = row;
  const money = (minor: bigint | null) => (minor !== null && currency ? minorJson(minor, currency) : null);
  return {
    ...rest,
    opening: money(opening),
    closing: money(closing),
    gap: gap === null && gap_numbers === null ? null : { missing: money(gap), numbers: gap_numbers },
    is_own_account: ownAccountOf(row.account, own) !== undefined,
  };
}

export async function listStatements({ database, ...deps }: Reading, asked: PageAsked) {
  const { data, meta } = await statements.page(database, asked, {}, sql.fragment`imported_at desc, statement_id`);
  return { data: data.map((row) => present(row, ownAccounts(deps))), meta };
}

export async function findStatement({ database, ...deps }: Reading, id: string): Promise<BankStatement | null> {
  const row = await statements.find(database, { statementId: id });
  return row && present(row, ownAccounts(deps));
}

const LineRow = z.object({
  id: z.string(),
  statementId: z.uuid(),
  format: z.string(),
  account: z.string(),
  bookedOn: z.iso.date(),
  valueDate: z.iso.date(),
  amount: z.bigint(),
  currency: Currency,
  bankReference: z.string(),
  balanceBefore: z.bigint().nullable(),
  batch: z.string(),
  beside: z.array(z.string()),
  doubt: z.enum(['asked', 'same', 'another']).nullable(),
  sealed: z.instanceof(Buffer),
});
export type KeptLine = StatementLine &
  Pick<z.infer<typeof LineRow>, 'statementId' | 'format' | 'account' | 'balanceBefore' | 'beside' | 'doubt'>;

/** Papers in other currencies match none of the lines. */
export async function currenciesOf({ database }: Pick<Deps, 'database'>, id: string): Promise<readonly Currency[]> {
  const rows = await database.any(
    sql.type(LineRow.pick({ currency: true }))`select distinct currency from app.bank_line where statement_id = ${id}`,
  );
  return rows.map(({ currency }) => currency);
}

const MS_PER_DAY = 24 * 60 * 60 * 1000;
export const shiftedDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The range that is looked at around a statement. */
export type Around = {
  readonly currencies: readonly Currency[];
  readonly first: string;
  readonly last: string;
  /** A statement whose lines are there whatever their days are. */
  readonly own?: string;
};

/** The lines of those days from all statements, opened, in their order. */
export const linesBetween = (opening: Opening, { currencies, first, last, own }: Around): Promise<KeptLine[]> =>
  openLines(
    opening,
    sql.fragment`(line.value_date between ${first}::date and ${last}::date or statement_id = ${own ?? null}::uuid)
      and currency = any(${sql.array(currencies, 'text')})`,
  );

export const linesOfIds = (opening: Opening, ids: readonly string[]): Promise<KeptLine[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : openLines(opening, sql.fragment`line_id = any(${sql.array([...ids], 'text')})`);

async function openLines({ database, crypto }: Opening, where: ReturnType<typeof sql.fragment>): Promise<KeptLine[]> {
  const rows = await database.any(sql.type(LineRow)`
    select line_id as id, statement_id as "statementId", format, account, to_char(booked_on, 'YYYY-MM-DD') as "bookedOn",
      to_char(value_date, 'YYYY-MM-DD') as "valueDate", amount, currency, bank_reference as "bankReference",
      balance_before as "balanceBefore", batch, beside, doubt, details_sealed as sealed
    from app.bank_line line join app.bank_statement using (statement_id) where ${where} order by statement_id, place`);
  return rows.map(({ sealed, amount, currency, ...line }) => ({
    ...line,
    ...openDetails(crypto, { id: line.id, sealed }),
    amount: { amount, currency },
  }));
}
