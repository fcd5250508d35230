import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { SuspendedLine, type SuspensePage } from '#bff/contract/money/admin-bank-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { PageAsked } from '#bff/kit/lib/asked.ts';
import { PROGRAM_NAME } from '#bff/kit/lib/present.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';
import { openBatchesOfLines, presentFile } from '#bff/money/bank/batch-store.ts';
import { firstApprovals } from '#bff/money/bank/first-approvals.ts';
import { openDetails } from '#bff/money/bank/statement-store.ts';
import { suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { maskAccount, maskIbans } from '#core/finance/bank/iban.ts';
import { Currency } from '#core/kernel/money/money.ts';

const lines = rowsOf(
  SuspendedLine.omit({
    suspense_id: true,
    name: true,
    iban: true,
    text: true,
    payout_file: true,
    document: true,
    together: true,
    first_approval: true,
  }).extend({
    amount: z.bigint(),
    currency: Currency,
    is_split: z.boolean(),
    sealed: z.instanceof(Buffer),
    deposit_id: z.uuid().nullable(),
    number: z.string().nullable(),
  }),
  sql.fragment`read.booked_lines booked join app.bank_line line using (line_id)
    left join app.administrator on administrator_id::text = held_by
    left join read.deposits on deposit_id = document_id`,
  {
    id: sql.fragment`line_id`,
    amount: sql.fragment`booked.amount`,
    currency: sql.fragment`booked.currency`,
    held_by: sql.fragment`coalesce(administrator.name, ${PROGRAM_NAME})`,
    value_date: sql.fragment`line.value_date`,
    is_split: sql.fragment`split_into is not null`,
    is_second: sql.fragment`state = 'booked' and bank_line_id is distinct from booked.line_id and exists (
      select from read.line_documents other where other.document_id = booked.document_id and other.line_id <> booked.line_id)`,
    sealed: sql.fragment`details_sealed`,
  },
);
const Sum = z.object({ currency: Currency, lines: z.int(), sum: z.bigint(), oldest: z.date() });

/** The lines that are or were in suspense, the oldest first, with the sums of those that still are. */
export async function listSuspense(
  { database, crypto }: Pick<BffDeps, 'database' | 'crypto'>,
  { state, ...asked }: PageAsked & Pick<SuspendedLine, 'state'>,
): Promise<SuspensePage> {
  const which = sql.fragment`state = ${state} and held_at is not null`;
  const [{ data, meta }, held] = await Promise.all([
    lines.page(database, asked, which, sql.fragment`held_at, booked.position`),
    database.any(sql.type(
      Sum,
    )`select currency, count(*)::int as lines, sum(coalesce(split_left, amount))::int8 as sum, min(held_at) as oldest
      from read.booked_lines where state = 'held' group by currency order by currency`),
  ]);
  const open = await openBatchesOfLines(
    database,
    data.map(({ id }) => id),
  );
  const files = new Map(open.map((batch) => [batch.lineId, batch]));
  const together = await firstApprovals(
    { database },
    data.flatMap(({ id, is_split }) => (is_split ? [id] : [])),
  );
  return {
    data: data.map((row) => ({
      ...presentLine(row, openDetails(crypto, row)),
      payout_file: presentFile(files.get(row.id)),
      ...(together.get(row.id) ?? { together: [], first_approval: null }),
    })),
    meta: {
      ...meta,
      held: held.map(({ lines, sum, currency, oldest }) => ({
        lines,
        sum: minorJson(sum, currency),
        oldest: oldest.toISOString(),
      })),
    },
  };
}

function presentLine(row: z.infer<typeof lines.type>, said: ReturnType<typeof openDetails>) {
  const { currency, is_split, sealed, deposit_id, number, ...line } = row;
  const amount = minorJson(row.amount, currency);
  return {
    ...line,
    suspense_id: suspenseIdOf(row.id),
    amount,
    name: said.name,
    iban: said.iban && maskAccount(said.iban),
    text: maskIbans([said.reference, said.text].filter(Boolean).join(' · ')),
    document:
      deposit_id === null
        ? null
        : { kind: 'deposit' as const, id: deposit_id, reference: number ?? '', amount, is_booked: true },
  };
}
