import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { BankTable } from '#bff/contract/money/admin-bank-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { notesOf, readStatements, sketchTable } from '#core/finance/bank/statements/read-statements.ts';
import type { Statement } from '#core/finance/bank/statements/statement.ts';
import { TableMapping } from '#core/finance/bank/statements/table-mapping.ts';
import { DomainError, isDomainError } from '#core/kernel/errors.ts';

const Row = z.object({ mapping: TableMapping });
/** Rows that are shown to a person who chooses. */
const SHOWN_ROWS = 12;
const SHOWN_CELL = 80;

const keyOf = (titles: readonly string[]): string => titles.map((title) => title.trim().toLowerCase()).join('\n');

/** Keeps what the columns are for each account of the file, so that its next table is read without a question. */
export async function keepMapping(
  database: Queryable,
  statements: readonly Statement[],
  mapping: TableMapping,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  for (const account of new Set(statements.map((statement) => statement.account))) {
    await database.query(sql.void`insert into app.bank_table_mapping (account, titles, mapping, saved_by, saved_at)
      values (${account}, ${keyOf(mapping.titles)}, ${JSON.stringify(mapping)}::jsonb, ${by}, ${sql.timestamp(at)})
      on conflict (account, titles) do update set mapping = excluded.mapping, saved_by = excluded.saved_by, saved_at = excluded.saved_at`);
  }
}

/** The newest one. */
async function findMapping(database: Queryable, titles: readonly string[]): Promise<TableMapping | undefined> {
  const row = await database.maybeOne(sql.type(Row)`select mapping from app.bank_table_mapping
    where titles = ${keyOf(titles)} order by saved_at desc limit 1`);
  return row?.mapping;
}

/**
 * Reads a file. A table whose titles are not known is read as a person chose before for a table with the same titles.
 * @throws DomainError invalid_value
 */
export async function readWithMappings(
  database: Queryable,
  bytes: Buffer,
  given: TableMapping | undefined,
): Promise<readonly Statement[]> {
  if (given) return readStatements(bytes, { mapping: given });
  try {
    return readStatements(bytes);
  } catch (error) {
    if (!isDomainError(error, 'invalid_value') || error.details.choose !== 'columns') throw error;
    const { titles } = sketchTable(bytes).mapping;
    const kept = titles.length > 0 ? await findMapping(database, titles) : undefined;
    if (!kept) throw error;
    return readStatements(bytes, { mapping: kept });
  }
}

/** How a table begins, what its columns are or may be, and what is understood of it then. @throws DomainError invalid_value */
export async function describeTable(
  { database }: Pick<BffDeps, 'database'>,
  bytes: Buffer,
  given: TableMapping | undefined,
): Promise<BankTable> {
  const { rows, mapping: guessed } = sketchTable(bytes);
  if (guessed.columns.length < 2) {
    throw new DomainError('invalid_value', 'This is no table: its lines have fewer than two columns.');
  }
  const mapping = given ?? (await findMapping(database, guessed.titles)) ?? guessed;
  const shown = rows.slice(0, SHOWN_ROWS + mapping.skip).map((row) => row.map((cell) => cell.slice(0, SHOWN_CELL)));
  try {
    const statements = readStatements(bytes, { mapping });
    return { rows: shown, mapping, understood: understoodOf(statements), problem: null };
  } catch (error) {
    if (!isDomainError(error, 'invalid_value')) throw error;
    return { rows: shown, mapping, understood: null, problem: error.message };
  }
}

function understoodOf(statements: readonly Statement[]): BankTable['understood'] {
  const lines = statements.flatMap((statement) => [...statement.lines]);
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const sums = Map.groupBy(lines, ({ amount }) => amount.currency);
  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
  return {
    lines: lines.length,
    first_day: days[0] ?? null,
    last_day: days.at(-1) ?? null,
    accounts: [...new Set(statements.map(({ account }) => account))],
    sums: [...sums].map(([currency, own]) => {
      const minor = own.map(({ amount }) => amount.amount);
      return {
        money_in: minorJson(sumOf(minor.filter((each) => each > 0n)), currency),
        money_out: minorJson(sumOf(minor.filter((each) => each < 0n)), currency),
      };
    }),
    notes: notesOf(statements),
  };
}
