import { z } from 'zod';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import { frozenAccountsAmong } from '#bff/identity/accounts/accounts.ts';
import { frozenAmong } from '#bff/identity/accounts/company-identity.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

/** The customers whom no file pays now, each with the reason, as it follows on a payout's number. */
export async function stoppedAmong(
  database: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [changed, frozen] = [
    await frozenAmong(database, customerIds),
    await frozenAccountsAmong(database, customerIds),
  ];
  return new Map([
    ...[...changed].map((id) => [id, 'waits until the changed company of its customer is approved'] as const),
    ...[...frozen].map(
      (id) => [id, 'waits: the account of its customer is frozen, so somebody else may have asked for it'] as const,
    ),
  ]);
}

const Payee = z.object({ number: z.string(), customerId: z.string() });

/** Requires that the bank may have a file that it has not had yet. @throws ApiError 409 not_payable, which names the payout */
export async function requireNoneStopped(
  database: Queryable,
  { id, reference, fetched_at: fetchedAt }: PayoutBatch,
): Promise<void> {
  if (fetchedAt !== null) return;
  const payees = await database.any(sql.type(Payee)`
    select number, customer_id as "customerId" from app.payout_batch_item join read.withdrawals using (withdrawal_id)
    where batch_id = ${id} order by number`);
  const stopped = await stoppedAmong(
    database,
    payees.map(({ customerId }) => customerId),
  );
  const one = payees.find(({ customerId }) => stopped.has(customerId));
  if (!one) return;
  throw conflict(
    'not_payable',
    `${one.number} ${stopped.get(one.customerId)}. Withdraw ${reference}, and make another file without it.`,
  );
}
