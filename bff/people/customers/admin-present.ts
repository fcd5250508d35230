import type { AdminUser } from '#bff/contract/people/admin-customer.ts';
import { companyNamesOf } from '#bff/identity/accounts/company-identity.ts';
import { ERASED_NAME, timeOrNull } from '#bff/kit/lib/present.ts';
import { toDecimal } from '#core/kernel/money/money.ts';
import { type Rates, sumInBase } from '#core/kernel/money/rates.ts';
import type { Database } from '#projections/kernel/sql.ts';
import type { CustomerListItem } from '#projections/models/customers.ts';
import { listWalletsOf, type WalletView } from '#projections/models/wallets.ts';

/** A page of customers, with what lists show besides their state: company and credit. */
export async function presentAdminUsers(
  database: Database,
  rows: readonly CustomerListItem[],
  rates: Rates,
): Promise<AdminUser[]> {
  const ids = rows.map((row) => row.customerId);
  const [wallets, companies] = await Promise.all([listWalletsOf(database, ids), companyNamesOf(database, ids)]);
  return rows.map((row) => ({
    id: row.customerId,
    name: row.name ?? ERASED_NAME,
    email: row.email ?? '',
    status: row.status === 'approved' ? 'active' : 'pending',
    email_verified_at: timeOrNull(row.emailVerifiedAt),
    is_company_detail_complete: row.isCompanyComplete,
    is_banking_detail_complete: row.isBankingComplete,
    is_approval_requested: row.approvalRequestedAt !== null,
    is_erased: row.status === 'erased',
    is_approved: row.status === 'approved',
    company_name: companies.get(row.customerId) ?? null,
    credit: creditOf(
      wallets.filter((wallet) => wallet.customerId === row.customerId),
      rates,
    ),
    created_at: row.registeredAt.toISOString(),
  }));
}

/** The sum of the credit limits in USD, as a decimal. */
function creditOf(wallets: readonly WalletView[], rates: Rates): string {
  const limits = wallets.map((wallet) => ({ amount: wallet.creditLimit, currency: wallet.currency }));
  return toDecimal(sumInBase(limits, rates));
}
