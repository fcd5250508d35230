import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import type { StatementOfLine } from '#core/aggregates/suspense/commands.ts';
import { ownAccountOf } from '#core/finance/bank/own-accounts.ts';
import { ownAccounts } from './own-accounts.ts';

const Source = z.object({ lineId: z.string(), importedBy: z.string(), account: z.string(), isProven: z.boolean() });

/**
 * The statements of lines, by the line: who imported each, and whether the bank's balances prove its lines. A CSV has no balances; nothing
 * proves what stands behind a gap of the account's statements, on an account that is not ours, or a line that may be another one.
 */
export async function sourcesOf(
  database: Queryable,
  deps: Pick<BffDeps, 'rules' | 'settings'>,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, StatementOfLine>> {
  const rows = await database.any(sql.type(Source)`
    select line_id as "lineId", imported_by::text as "importedBy", account,
      opening is not null and closing is not null and coalesce(doubt not in ('asked', 'same'), true)
      and not exists (select from app.bank_statement earlier
        where earlier.account = statement.account and earlier.first_day <= statement.first_day
          and (earlier.gap is not null or earlier.gap_numbers is not null)) as "isProven"
    from app.bank_line join app.bank_statement statement using (statement_id)
    where line_id = any(${sql.array([...lineIds], 'text')})`);
  const own = ownAccounts(deps);
  return new Map(
    rows.map(({ lineId, importedBy, account, isProven }) => [
      lineId,
      { importedBy, isProven: isProven && ownAccountOf(account, own) !== undefined },
    ]),
  );
}
