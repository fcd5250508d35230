import type { CompanyDetailBody } from '#bff/contract/company.ts';
import type { Queryable } from '#bff/lib/sql.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger.ts';
import { requireCompanyAsShown, saveCompany } from './company-store.ts';

/**
 * Saves a customer's company details, for themselves or by an administrator.
 * @throws ApiError 409 when they are not any more what was shown
 */
export async function saveDetails(
  database: Queryable,
  execute: (command: LedgerCommand) => Promise<CommandResult>,
  { customerId, companyId, details }: { customerId: string; companyId: string; details: CompanyDetailBody },
): Promise<void> {
  await requireCompanyAsShown(database, customerId, details.updated_at);
  // First: what the ledger refuses (an erased customer) is not kept; a repeated call completes what was cut off between.
  // The contract lets nothing incomplete through.
  await execute({ type: 'SaveCompanyDetails', customerId, isComplete: true });
  await saveCompany(database, customerId, companyId, details);
}
