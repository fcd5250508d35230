import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const Happened = z.object({ type: z.string(), customerId: z.uuid().nullable() });
/** The type of an event in the log, with the customer of its object. */
export type Happened = z.infer<typeof Happened>;

/** Events of customers, deposits, orders, withdrawals, settings and credit limits after one position and up to another, at most `limit`. */
export function listHappened(
  database: Queryable,
  span: { readonly after: bigint; readonly until: bigint },
  limit: number,
): Promise<readonly Happened[]> {
  const idOf = (category: string) =>
    sql.fragment`case when event.category = ${category} then event.object_id::uuid end`;
  return database.any(sql.type(Happened)`
    select event.type,
      coalesce(deposit.customer_id, placed.customer_id, withdrawal.customer_id, ${idOf('customer')}) as "customerId"
    from read.audit_events event
    left join read.deposits deposit on deposit.deposit_id = ${idOf('deposit')}
    left join read.orders placed on placed.order_id = ${idOf('order')}
    left join read.withdrawals withdrawal on withdrawal.withdrawal_id = ${idOf('withdrawal')}
    where event.position > ${span.after} and event.position <= ${span.until}
      and (event.category in ('customer', 'deposit', 'order', 'withdrawal', 'settings') or event.type like 'WalletCreditLimit%')
    order by event.position limit ${limit}`);
}
