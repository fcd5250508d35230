import { z } from 'zod';
import type { BankingDetail } from '#bff/contract/money/banking.ts';
import { type BankingDetailForm, BankingDetails } from '#bff/contract/money/banking-form.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto'>;

const Row = z.object({
  customer_id: z.uuid(),
  banking_detail_id: z.string(),
  sealed: z.instanceof(Buffer),
  updated_at: z.date(),
});
const SHOWN_CHARS = 4;

/** A customer's bank data, opened; null where none was saved. */
export async function findBankingDetail(deps: Deps, customerId: string): Promise<BankingDetail | null> {
  return (await findBankingDetails(deps, [customerId])).get(customerId) ?? null;
}

/** By customer; customers without any are left out. */
export async function findBankingDetails(
  { database, crypto }: Deps,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, BankingDetail>> {
  const rows = await database.any(sql.type(Row)`
    select customer_id, banking_detail_id, sealed, updated_at from app.banking_detail
    where customer_id = any(${sql.array(customerIds, 'uuid')})`);
  return new Map(
    rows.map(({ customer_id: customerId, banking_detail_id: id, sealed, updated_at }) => {
      const text = crypto.open('bankingDetail', customerId, sealed).toString();
      const details = BankingDetails.parse(JSON.parse(text));
      return [customerId, { id, ...details, updated_at: updated_at.toISOString() }];
    }),
  );
}

export async function saveBankingDetail(
  deps: Deps,
  customerId: string,
  id: string,
  details: BankingDetailForm,
): Promise<void> {
  const sealed = sql.binary(deps.crypto.seal('bankingDetail', customerId, JSON.stringify(details)));
  const lastFour = details.account_iban.replace(/\s/g, '').slice(-SHOWN_CHARS);
  await deps.database.query(sql.void`
    insert into app.banking_detail (banking_detail_id, customer_id, sealed, account_last_four)
    values (${id}, ${customerId}, ${sealed}, ${lastFour})
    on conflict (customer_id) do update set sealed = excluded.sealed,
      account_last_four = excluded.account_last_four, updated_at = now()`);
}
