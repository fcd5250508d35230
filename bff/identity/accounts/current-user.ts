import { z } from 'zod';
import type { CurrentUser } from '#bff/contract/identity/current-user.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { unauthenticated } from '#bff/kit/lib/api-error.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import { presentWallet } from '#bff/kit/lib/present-wallet.ts';
import { ratesAt } from '#bff/kit/tables/rates.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { DatedRates, ratesOf } from '#core/kernel/money/dated-rates.ts';
import { toDecimal } from '#core/kernel/money/money.ts';
import { sumInBase } from '#core/kernel/money/rates.ts';
import { CUSTOMER_STATUSES, standing } from '#projections/models/customers.ts';
import { listWallets } from '#projections/models/wallets.ts';
import { Account, accounts } from './accounts.ts';

const Known = Account.extend({
  isComplete: z.boolean(),
  status: z.enum(CUSTOMER_STATUSES).nullable(),
  isApprovalRequested: z.boolean(),
  isReviewedAgain: z.boolean(),
  bankingId: z.string().nullable(),
  rates: DatedRates,
  inPart: z.boolean().nullable(),
  chosenAt: z.date().nullable(),
});

/** The customer as their own screens show them. @throws ApiError 401 when the account is gone. */
export async function loadCurrentUser(
  deps: Pick<BffDeps, 'database' | 'clock' | 'rules'>,
  customerId: string,
): Promise<CurrentUser> {
  const [account, wallets] = await Promise.all([
    deps.database.maybeOne(sql.type(Known)`
      select account.*, coalesce(standing.is_company_complete, false) as "isComplete", standing.status,
        standing.approval_requested_at is not null as "isApprovalRequested",
        exists (select from app.identity_change changed where changed.customer_id = account.customer_id) as "isReviewedAgain",
        banking_detail_id as "bankingId", ${ratesAt(deps.clock())} as rates, choice.in_part as "inPart", choice.chosen_at as "chosenAt"
      from (select ${accounts.columns} from app.account where customer_id = ${customerId}) as account ${standing.join}
      left join app.banking_detail on banking_detail.customer_id = account.customer_id
      left join lateral (
        select in_part, chosen_at from app.delivery_choice choice where choice.customer_id = account.customer_id
        order by chosen_at desc, choice_id desc limit 1
      ) as choice on true`),
    listWallets(deps.database, customerId),
  ]);
  if (!account) throw unauthenticated();
  const limits = wallets.map((wallet) => ({ amount: wallet.creditLimit, currency: wallet.currency }));
  return {
    id: account.customer_id,
    email: account.email,
    pending_email: account.pending_email,
    name: account.name,
    email_verified_at: account.email_verified_at?.toISOString() ?? null,
    is_company_detail_complete: account.isComplete,
    is_approval_requested: account.isApprovalRequested,
    is_approved: account.status === 'approved',
    is_approval_revoked: account.status === 'revoked',
    is_company_reviewed_again: account.isReviewedAgain,
    credit: toDecimal(sumInBase(limits, ratesOf(account.rates))),
    wallets: wallets.map(presentWallet),
    bankingDetails: account.bankingId ? { id: account.bankingId } : null,
    delivery: deps.rules().partialDelivery
      ? { in_part: account.inPart ?? false, chosen_at: timeOrNull(account.chosenAt) }
      : null,
    created_at: account.created_at.toISOString(),
  };
}
