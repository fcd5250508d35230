import { z } from 'zod';
import type { BankStatement } from '#bff/contract/admin-bank-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { PageAsked } from '#bff/lib/asked.ts';
import { presentList } from '#bff/lib/present.ts';
import { readPage } from '#bff/lib/read-page.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { type OwnAccount, ownAccountOf } from '#core/bank/own-accounts.ts';
import type { Statement, StatementLine } from '#core/bank/statements/statement.ts';
import { Currency } from '#core/kernel/money.ts';
import { ownAccounts } from './own-accounts.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto'>;

type Reading = Pick<BffDeps, 'database' | 'config'>;
type Opening = { readonly database: Queryable; readonly crypto: BffDeps['crypto'] };

/** Personal data of a line, which is stored sealed. */
const Details = z.object({ reference: z.string(), text: z.string(), name: z.string(), iban: z.string() });

export const openDetails = (
  crypto: BffDeps['crypto'],
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
): z.infer<typeof Details> => Details.parse(JSON.parse(crypto.open('bankLine', id, sealed).toString()));

/** Stores the new lines of a statement in a transaction; returns how many are new. The caller gives the statement's id. */
export async function keepStatement(
  { database, crypto }: Opening,
  statement: Statement,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: Date },
): Promise<number> {
  const days = statement.lines.map(({ bookedOn }) => bookedOn).sort();
  const rows = statement.lines.map(({ id: lineId, bookedOn, valueDate, amount, bankReference, ...line }, place) => [
    ...[lineId, id, place, bookedOn, valueDate, amount.amount, amount.currency, bankReference],
    crypto.seal('bankLine', lineId, JSON.stringify(Details.parse(line))),
  ]);
  await database.query(sql.void`
    insert into app.bank_statement (statement_id, format, number, account, first_day, last_day, lines, imported_by, imported_at)
    values (${id}, ${statement.format}, ${statement.number}, ${statement.account}, ${days[0] ?? ''}, ${days.at(-1) ?? ''},
      ${rows.length}, ${by}, ${sql.timestamp(at)}) on conflict (statement_id) do nothing`);
  const { rowCount } = await database.query(sql.void`
    insert into app.bank_line
      (line_id, statement_id, place, booked_on, value_date, amount, currency, bank_reference, details_sealed)
    select * from ${sql.unnest(rows, ['text', 'uuid', 'int4', 'date', 'date', 'int8', 'text', 'text', 'bytea'])}
    on conflict (line_id) do nothing`);
  if (rowCount > 0) {
    await database.query(sql.void`update app.bank_statement set lines = ${rowCount} where statement_id = ${id}`);
    return rowCount;
  }
  await database.query(sql.void`delete from app.bank_statement where statement_id = ${id}
    and not exists (select from app.bank_line where statement_id = ${id})`);
  return 0;
}

const Row = z.object({
  id: z.uuid(),
  format: z.string(),
  number: z.string(),
  account: z.string(),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  lines: z.int(),
  imported_at: z.date(),
  imported_by: z.string().nullable(),
});
const columns = sql.fragment`statement_id as id, format, number, account, to_char(first_day, 'YYYY-MM-DD') as first_day,
  to_char(last_day, 'YYYY-MM-DD') as last_day, lines, imported_at, administrator.name as imported_by`;
const from = sql.fragment`app.bank_statement left join app.administrator on administrator_id = imported_by`;

const present = (row: z.infer<typeof Row>, own: readonly OwnAccount[]): BankStatement => ({
  ...row,
  is_own_account: ownAccountOf(row.account, own) !== undefined,
  imported_at: row.imported_at.toISOString(),
  imported_by: row.imported_by ?? 'Giftledger',
});

export async function listStatements({ database, config }: Reading, asked: PageAsked) {
  const order = sql.fragment`imported_at desc, statement_id`;
  const own = ownAccounts(config);
  return presentList(await readPage(database, asked, { row: Row, columns, from, order }), (row) => present(row, own));
}

export async function findStatement({ database, config }: Reading, id: string): Promise<BankStatement | null> {
  const row = await database.maybeOne(sql.type(Row)`select ${columns} from ${from} where statement_id = ${id}`);
  return row && present(row, ownAccounts(config));
}

const LineRow = z.object({
  id: z.string(),
  statementId: z.uuid(),
  bookedOn: z.iso.date(),
  valueDate: z.iso.date(),
  amount: z.bigint(),
  currency: Currency,
  bankReference: z.string(),
  sealed: z.instanceof(Buffer),
});
export type KeptLine = StatementLine & { readonly statementId: string };

/** The currencies of a statement: papers in other currencies match none of its lines. */
export async function currenciesOf({ database }: Pick<Deps, 'database'>, id: string): Promise<readonly Currency[]> {
  const rows = await database.any(
    sql.type(LineRow.pick({ currency: true }))`select distinct currency from app.bank_line where statement_id = ${id}`,
  );
  return rows.map(({ currency }) => currency);
}

/** The range that is looked at around a statement. */
export type Around = { readonly currencies: readonly Currency[]; readonly first: string; readonly last: string };

/** The lines of those days from all statements, opened, in their order. */
export async function linesBetween(
  { database, crypto }: Opening,
  { currencies, first, last }: Around,
): Promise<KeptLine[]> {
  const rows = await database.any(sql.type(LineRow)`
    select line_id as id, statement_id as "statementId", to_char(booked_on, 'YYYY-MM-DD') as "bookedOn",
      to_char(value_date, 'YYYY-MM-DD') as "valueDate", amount, currency, bank_reference as "bankReference",
      details_sealed as sealed
    from app.bank_line where value_date between ${first}::date and ${last}::date
      and currency = any(${sql.array(currencies, 'text')}) order by statement_id, place`);
  return rows.map(({ sealed, amount, currency, ...line }) => ({
    ...line,
    ...openDetails(crypto, { id: line.id, sealed }),
    amount: { amount, currency },
  }));
}
