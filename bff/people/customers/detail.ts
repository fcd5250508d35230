import { moneyJson } from '#bff/contract/base/money-json.ts';
import type { BankingDetail } from '#bff/contract/money/banking.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import { findApprovedIdentity } from '#bff/identity/accounts/company-identity.ts';
import { findReset } from '#bff/identity/factors/second-factor-reset.ts';
import { aloneUpTo, creditSubject, leftAlone } from '#bff/kit/approvals/decided-alone.ts';
import { presentApproval } from '#bff/kit/approvals/present.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { presentAcceptance } from '#bff/kit/lib/accepted-texts.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { timeOrNull } from '#bff/kit/lib/present.ts';
import { presentWallet } from '#bff/kit/lib/present-wallet.ts';
import { findBankingDetail } from '#bff/money/payees/banking-store.ts';
import { lastFourOf } from '#bff/money/payees/payees.ts';
import { findCompany } from '#bff/people/company/company-store.ts';
import { type Rates, sumInBase } from '#core/kernel/money/rates.ts';
import { findCustomer } from '#projections/models/customers.ts';
import { listWallets, type WalletView } from '#projections/models/wallets.ts';
import { presentAdminUsers } from './admin-present.ts';
import { findFreeze } from './protect.ts';

/** @throws ApiError 404 */
export async function loadUserDetail(
  deps: Pick<BffDeps, 'database' | 'config' | 'rules' | 'rates' | 'crypto' | 'notes' | 'clock' | 'settings'>,
  customerId: string,
): Promise<AdminUserDetail> {
  const { database } = deps;
  const [state, account, wallets, company, identity, banking, rates] = await Promise.all([
    findCustomer(database, customerId),
    findAccount(database, customerId),
    listWallets(database, customerId),
    findCompany(database, customerId, 'administrator'),
    findApprovedIdentity(database, customerId),
    findBankingDetail(deps, customerId),
    deps.rates(),
  ]);
  if (!state) throw notFound('There is no such customer.');
  const row = { ...state, name: account?.name ?? null, email: account?.email ?? null };
  const [user] = await presentAdminUsers(database, [row], rates);
  if (!user) throw notFound('There is no such customer.');
  return {
    ...user,
    wallets: wallets.map(presentWallet),
    wallet_credit: await Promise.all(wallets.map((wallet) => presentCredit(deps, wallet, rates))),
    total_balance: moneyJson(
      sumInBase(
        wallets.map(({ balance, currency }) => ({ amount: balance, currency })),
        rates,
      ),
    ),
    company,
    approved_identity: identity && { ...identity, changed_at: identity.changed_at.toISOString() },
    banking: banking === null ? null : maskBanking(banking),
    has_mfa: state.isMfaEnabled,
    second_factor_reset: await findReset(deps, customerId),
    frozen: await findFreeze(deps, customerId),
    last_sign_in_at: timeOrNull(account?.last_sign_in_at ?? null),
    accepted_texts: presentAcceptance(deps.settings.now(), account?.accepted_texts ?? null),
  };
}

/** Only enough to recognise the account. */
function maskBanking(banking: BankingDetail): NonNullable<AdminUserDetail['banking']> {
  return {
    bank_name: banking.bank_name,
    account_beneficiary_name: banking.account_beneficiary_name,
    currency: banking.currency,
    account_iban_last_four: lastFourOf(banking.account_iban),
    bic_swift_last_four: lastFourOf(banking.bic_swift),
  };
}

async function presentCredit(
  deps: Pick<BffDeps, 'database' | 'rules' | 'clock'>,
  wallet: WalletView,
  rates: Rates,
): Promise<AdminUserDetail['wallet_credit'][number]> {
  const { walletId, customerId, currency, proposedLimit, proposedBy, proposedByName, proposedAt } = wallet;
  const [proposed = null] = presentApproval(proposedBy, proposedByName, proposedAt, proposedLimit, currency);
  const left = await leftAlone(deps, 'credit', [customerId], [creditSubject(walletId)]);
  const above = aloneUpTo(deps.rules(), 'credit', wallet, rates, left);
  return { wallet_id: walletId, second_approval_above: above, proposed };
}
