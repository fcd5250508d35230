import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { BankLine } from '#bff/contract/money/admin-bank-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { PROGRAM_NAME } from '#bff/kit/lib/present.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { Currency } from '#core/kernel/money/money.ts';

const Row = z.object({
  lineId: z.string(),
  lineAmount: z.bigint(),
  currency: Currency,
  firstBy: z.string().nullable(),
  firstByName: z.string().nullable(),
  firstAt: z.date().nullable(),
  /** Null where the deposits are deleted. */
  id: z.uuid().nullable(),
  number: z.string(),
  amount: z.bigint(),
  status: z.string(),
});
export type Together = Pick<BankLine, 'together' | 'first_approval'>;

/** What these lines pay together, or would where a second administrator confirms it. */
export async function firstApprovals(
  { database }: Pick<BffDeps, 'database'>,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, Together>> {
  if (lineIds.length === 0) return new Map();
  const rows = await database.any(sql.type(Row)`
    select line_id as "lineId", line.amount as "lineAmount", line.currency, line.first_by as "firstBy",
      administrator.name as "firstByName", line.first_at as "firstAt",
      deposit_id as id, coalesce(number, '') as number, coalesce(approved_amount, deposit.amount, 0) as amount,
      coalesce(deposit.status, '') as status
    from read.booked_lines line
    left join read.deposits deposit on deposit_id::text = any(string_to_array(split_into, ','))
    left join app.administrator on administrator_id::text = line.first_by
    where line_id = any(${sql.array([...lineIds], 'text')}) order by number`);
  return new Map(
    [...Map.groupBy(rows, ({ lineId }) => lineId)].map(([lineId, parts]) => {
      const [first] = parts;
      return [
        lineId,
        {
          together: parts.flatMap(({ id, number: reference, amount, currency, status }) =>
            id === null
              ? []
              : {
                  kind: 'deposit' as const,
                  id,
                  reference,
                  amount: minorJson(amount, currency),
                  is_booked: status === 'approved',
                },
          ),
          first_approval:
            first?.firstBy && first.firstAt
              ? {
                  by: { id: first.firstBy, name: first.firstByName ?? PROGRAM_NAME },
                  at: first.firstAt.toISOString(),
                  amount: minorJson(first.lineAmount, first.currency),
                }
              : null,
        },
      ];
    }),
  );
}
