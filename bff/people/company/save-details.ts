import type { CompanyDetailBody } from '#bff/contract/people/company.ts';
import { findIdentity, freezePayouts, leaseOfPayouts } from '#bff/identity/accounts/company-identity.ts';
import { mailCustomer } from '#bff/identity/accounts/mail-customer.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { requireOwn } from '#bff/kit/lib/examples.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { requirePrintable } from '#bff/papers/drawing/printable.ts';
import { companyChangedMail } from '#bff/papers/mails/notice-mails.ts';
import { isSameIdentity } from '#core/aggregates/customer/identity.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';
import { findCustomer } from '#projections/models/customers.ts';
import { requireCompanyAsShown, saveCompany } from './company-store.ts';

/**
 * Saves a customer's company details, for themselves or by an administrator. Where they change an approved identity, payouts wait until it
 * is approved again.
 * @throws ApiError 409 where the details are no longer as they were shown; 422 where invoices could not print them, or they are an example's
 */
export async function saveDetails(
  deps: Pick<BffDeps, 'database' | 'mails' | 'config' | 'settings'>,
  execute: (command: LedgerCommand) => Promise<CommandResult>,
  { customerId, companyId, details }: { customerId: string; companyId: string; details: CompanyDetailBody },
): Promise<void> {
  const { database, mails } = deps;
  // A registry counts its numbers up, so one that looks like a filler may be real.
  requireOwn(deps, { ...details, company_registration_no: '' });
  for (const field of PRINTED) await requirePrintable(field, details[field]);
  // Nobody approves the company or pays out meanwhile, so that what is approved is what was shown, and what comes after an approval is a change.
  const freezes = await withLease(database, [leaseOfPayouts(customerId)], async (requireTime) => {
    await requireCompanyAsShown(database, customerId, details.updated_at);
    // The save below replaces exactly this identity, because `saveCompany` checks again that it is the one that was shown.
    const before = await findIdentity(database, customerId);
    const changesIdentity = before !== null && !isSameIdentity(before, details);
    requireTime();
    // The ledger comes first: details that it refuses (an erased customer's) are not stored, and a repetition completes a save that was cut
    // off. The contract accepts only complete details.
    const { events } = await execute({ type: 'SaveCompanyDetails', customerId, isComplete: true, changesIdentity });
    const isRepeated = events.length === 0;
    const isChanged =
      changesIdentity &&
      (events.some(({ type }) => type === 'CustomerIdentityChanged') ||
        (isRepeated && (await findCustomer(database, customerId))?.status === 'approved'));
    // One that stood still is completed by a repetition, which knows what was approved meanwhile.
    requireTime();
    await database.transaction(async (transaction) => {
      if (isChanged) await freezePayouts(transaction, customerId, before);
      await saveCompany(transaction, customerId, companyId, details);
    });
    return isChanged;
  });
  if (freezes) await mailCustomer({ database, mails }, customerId, 'company-changed', companyChangedMail);
}

/** The fields that invoices print. */
const PRINTED = [
  'company_name',
  'full_company_address',
  'company_registration_no',
  'vat_tax_registration',
] as const satisfies readonly (keyof CompanyDetailBody)[];
