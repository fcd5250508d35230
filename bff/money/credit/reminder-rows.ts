import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import type { Reminded } from '#core/finance/credit/reminders.ts';

const Paused = z.object({ customerId: z.string() });
export async function pausedCustomers(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.any(sql.type(Paused)`select customer_id as "customerId" from app.credit_reminder_pause`);
  return new Set(rows.map(({ customerId }) => customerId));
}

const Last = z.object({ walletId: z.string(), sentAt: z.date() });
/** When the customers of these wallets were last reminded. */
export async function lastReminders(
  database: Queryable,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await database.any(
    sql.type(Last)`select wallet_id as "walletId", max(sent_at) as "sentAt" from app.credit_reminder
      where wallet_id = any(${sql.array([...walletIds], 'uuid')}) group by wallet_id`,
  );
  return new Map(rows.map(({ walletId, sentAt }) => [walletId, sentAt]));
}

const Level = z.object({ walletId: z.string(), since: z.string(), level: z.string() });
/** The reminders of each debt, by wallet. */
export async function levelsReminded(database: Queryable): Promise<ReadonlyMap<string, readonly Reminded[]>> {
  const rows = await database.any(
    sql.type(
      Level,
    )`select wallet_id as "walletId", to_char(drawn_since, 'YYYY-MM-DD') as since, level from app.credit_reminder`,
  );
  return Map.groupBy(rows, ({ walletId }) => walletId);
}
