import { z } from 'zod';
import type { CurrentUser } from '#bff/contract/identity/current-user.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { unauthenticated } from '#bff/kit/lib/api-error.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import { presentWallet } from '#bff/kit/lib/present-wallet.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { toDecimal } from '#core/kernel/money/money.ts';
import { sumInBase } from '#core/kernel/money/rates.ts';
import { findCustomer } from '#projections/models/customers.ts';
import { listWallets } from '#projections/models/wallets.ts';
import { findAccount } from './accounts.ts';
import { findApprovedIdentity } from './company-identity.ts';

const Kept = z.object({
  bankingId: z.string().nullable(),
  inPart: z.boolean().nullable(),
  chosenAt: z.date().nullable(),
});

/** The customer as their own screens show them. @throws ApiError 401 when the account is gone. */
export async function loadCurrentUser(
  deps: Pick<BffDeps, 'database' | 'rates' | 'config' | 'rules'>,
  customerId: string,
): Promise<CurrentUser> {
  const [account, state, wallets, identity, rates, kept] = await Promise.all([
    findAccount(deps.database, customerId),
    findCustomer(deps.database, customerId),
    listWallets(deps.database, customerId),
    findApprovedIdentity(deps.database, customerId),
    deps.rates(),
    deps.database.maybeOne(sql.type(Kept)`
      select banking_detail_id as "bankingId", choice.in_part as "inPart", choice.chosen_at as "chosenAt"
      from app.account left join app.banking_detail using (customer_id)
      left join lateral (
        select in_part, chosen_at from app.delivery_choice choice where choice.customer_id = account.customer_id
        order by chosen_at desc, choice_id desc limit 1
      ) as choice on true where customer_id = ${customerId}`),
  ]);
  if (!account) throw unauthenticated();
  const limits = wallets.map((wallet) => ({ amount: wallet.creditLimit, currency: wallet.currency }));
  return {
    id: account.customer_id,
    email: account.email,
    pending_email: account.pending_email,
    name: account.name,
    email_verified_at: account.email_verified_at?.toISOString() ?? null,
    is_company_detail_complete: state?.isCompanyComplete ?? false,
    is_approval_requested: state?.approvalRequestedAt != null,
    is_approved: state?.status === 'approved',
    is_approval_revoked: state?.status === 'revoked',
    is_company_reviewed_again: identity !== null,
    credit: toDecimal(sumInBase(limits, rates)),
    wallets: wallets.map(presentWallet),
    bankingDetails: kept?.bankingId ? { id: kept.bankingId } : null,
    delivery: deps.rules().partialDelivery
      ? { in_part: kept?.inPart ?? false, chosen_at: timeOrNull(kept?.chosenAt ?? null) }
      : null,
    created_at: account.created_at.toISOString(),
  };
}
