import { z } from 'zod';
import type { SuspendedLine, SuspensePage } from '#bff/contract/admin-bank-routes.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import type { BffDeps } from '#bff/deps.ts';
import type { PageAsked } from '#bff/lib/asked.ts';
import { pageMeta, timeOrNull } from '#bff/lib/present.ts';
import { readPage } from '#bff/lib/read-page.ts';
import { sql } from '#bff/lib/sql.ts';
import { openBatchesOfLines, presentFile } from '#bff/payouts/batch-store.ts';
import { maskAccount, maskIbans } from '#core/bank/iban.ts';
import { Currency } from '#core/kernel/money.ts';
import { suspenseIdOf } from '#core/suspense/line-stream.ts';
import { firstApprovals } from './first-approvals.ts';
import { openDetails } from './statement-store.ts';

const Row = z.object({
  id: z.string(),
  state: z.enum(['held', 'booked', 'returned']),
  amount: z.bigint(),
  currency: Currency,
  heldOn: z.iso.date(),
  heldAt: z.date(),
  heldBy: z.string().nullable(),
  releasedAt: z.date().nullable(),
  valueDate: z.iso.date(),
  isSplit: z.boolean(),
  statementId: z.uuid(),
  sealed: z.instanceof(Buffer),
  depositId: z.uuid().nullable(),
  number: z.string().nullable(),
});
const Sum = z.object({ currency: Currency, lines: z.int(), sum: z.bigint(), oldest: z.date() });

/** The lines that are or were in suspense, the oldest first, with the sums of those that still are. */
export async function listSuspense(
  { database, crypto }: Pick<BffDeps, 'database' | 'crypto'>,
  { state, ...asked }: PageAsked & Pick<SuspendedLine, 'state'>,
): Promise<SuspensePage> {
  const [page, held] = await Promise.all([
    readPage(database, asked, {
      row: Row,
      columns: sql.fragment`line_id as id, state, booked.amount, booked.currency,
        to_char(held_on, 'YYYY-MM-DD') as "heldOn", held_at as "heldAt", administrator.name as "heldBy",
        released_at as "releasedAt", to_char(line.value_date, 'YYYY-MM-DD') as "valueDate",
        split_into is not null as "isSplit", statement_id as "statementId", details_sealed as sealed, deposit_id as "depositId", number`,
      from: sql.fragment`read.booked_lines booked join app.bank_line line using (line_id)
        left join app.administrator on administrator_id::text = held_by
        left join read.deposits on deposit_id = document_id
        where state = ${state} and held_at is not null`,
      order: sql.fragment`held_at, booked.position`,
    }),
    database.any(sql.type(
      Sum,
    )`select currency, count(*)::int as lines, sum(coalesce(split_left, amount))::int8 as sum, min(held_at) as oldest
      from read.booked_lines where state = 'held' group by currency order by currency`),
  ]);
  const open = await openBatchesOfLines(
    database,
    page.items.map(({ id }) => id),
  );
  const files = new Map(open.map((batch) => [batch.lineId, batch]));
  const together = await firstApprovals(
    { database },
    page.items.flatMap(({ id, isSplit }) => (isSplit ? [id] : [])),
  );
  return {
    data: page.items.map((row) => ({
      ...presentLine(row, openDetails(crypto, row)),
      payout_file: presentFile(files.get(row.id)),
      ...(together.get(row.id) ?? { together: [], first_approval: null }),
    })),
    meta: {
      ...pageMeta(page),
      held: held.map(({ lines, sum, currency, oldest }) => ({
        ...{ lines, sum: minorJson(sum, currency), oldest: oldest.toISOString() },
      })),
    },
  };
}

function presentLine(row: z.infer<typeof Row>, said: ReturnType<typeof openDetails>) {
  const { id, state, currency, valueDate, heldOn, heldAt, heldBy, releasedAt, statementId, depositId, number } = row;
  const amount = minorJson(row.amount, currency);
  return {
    ...{ id, suspense_id: suspenseIdOf(id), state, amount, name: said.name, iban: said.iban && maskAccount(said.iban) },
    ...{
      text: maskIbans([said.reference, said.text].filter(Boolean).join(' · ')),
      value_date: valueDate,
      held_on: heldOn,
    },
    ...{ held_at: heldAt.toISOString(), held_by: heldBy ?? 'Giftledger', released_at: timeOrNull(releasedAt) },
    statement_id: statementId,
    document:
      depositId === null
        ? null
        : { kind: 'deposit' as const, id: depositId, reference: number ?? '', amount, is_booked: true },
  };
}
