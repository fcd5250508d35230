import { z } from 'zod';
import type { PayoutBatch } from '#bff/contract/money/admin-payout-routes.ts';
import { frozenAccountsAmong } from '#bff/identity/accounts/accounts.ts';
import { frozenAmong } from '#bff/identity/accounts/company-identity.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

type Payout = { readonly withdrawalId: string; readonly customerId: string };
/** The reason of each, as it follows on its number. */
type Reasons = ReadonlyMap<string, string>;

/** The payouts that somebody else than their customer may have asked for. */
async function doubtedAmong(database: Queryable, payouts: readonly Payout[]): Promise<Reasons> {
  const ids = payouts.map(({ withdrawalId }) => withdrawalId);
  const disowned = await database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select withdrawal_id as id from app.withdrawal_stop
    where used_at is not null and withdrawal_id = any(${sql.array(ids, 'uuid')})`);
  const frozen = await frozenAccountsAmong(
    database,
    payouts.map(({ customerId }) => customerId),
  );
  return new Map([
    ...payouts
      .filter(({ customerId }) => frozen.has(customerId))
      .map(
        ({ withdrawalId: id }) =>
          [id, 'waits: the account of its customer is frozen, so somebody else may have asked for it'] as const,
      ),
    ...disowned.map((id) => [id, 'was disowned by the owner of its account (“This was not me”)'] as const),
  ]);
}

/** The payouts that no file pays now. */
export async function stoppedAmong(database: Queryable, payouts: readonly Payout[]): Promise<Reasons> {
  const changed = await frozenAmong(
    database,
    payouts.map(({ customerId }) => customerId),
  );
  return new Map([
    ...payouts
      .filter(({ customerId }) => changed.has(customerId))
      .map(({ withdrawalId: id }) => [id, 'waits until the changed company of its customer is approved'] as const),
    ...(await doubtedAmong(database, payouts)),
  ]);
}

/** Requires that a payout may be paid by hand, without a line of the bank, but for a changed company. @throws ApiError 409 not_payable */
export async function requireUndoubted(
  database: Queryable,
  { number, ...payout }: Payout & { readonly number: string },
): Promise<void> {
  const why = (await doubtedAmong(database, [payout])).get(payout.withdrawalId);
  if (why === undefined) return;
  const message = `${number} ${why}. If the bank has paid it, complete it from its line in Bank statements. Nothing was changed.`;
  throw conflict('not_payable', message);
}

const Payee = z.object({ number: z.string(), withdrawalId: z.string(), customerId: z.string() });

/** Requires that the bank may have a file that it has not had yet. @throws ApiError 409 not_payable, which names the payout */
export async function requireNoneStopped(
  database: Queryable,
  { id, reference, fetched_at: fetchedAt }: PayoutBatch,
): Promise<void> {
  if (fetchedAt !== null) return;
  const payees = await database.any(sql.type(Payee)`
    select number, withdrawal_id as "withdrawalId", customer_id as "customerId" from app.payout_batch_item join read.withdrawals using (withdrawal_id)
    where batch_id = ${id} order by number`);
  const stopped = await stoppedAmong(database, payees);
  const one = payees.find(({ withdrawalId }) => stopped.has(withdrawalId));
  if (!one) return;
  throw conflict(
    'not_payable',
    `${one.number} ${stopped.get(one.withdrawalId)}. Withdraw ${reference}, and make another file without it.`,
  );
}
