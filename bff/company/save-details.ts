import { mailCustomer } from '#bff/auth/mail-customer.ts';
import type { CompanyDetailBody } from '#bff/contract/company.ts';
import type { BffDeps } from '#bff/deps.ts';
import { invalidField } from '#bff/lib/api-error.ts';
import { companyChangedMail } from '#bff/mails/notice-mails.ts';
import { unprintableIn } from '#bff/papers/fonts.ts';
import { isSameIdentity } from '#core/customer/identity.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger.ts';
import { findCustomer } from '#projections/customers/queries.ts';
import { requireCompanyAsShown, saveCompany } from './company-store.ts';
import { findIdentity, freezePayouts } from './identity.ts';

/**
 * Saves a customer's company details, for themselves or by an administrator. Where an approved company becomes another one, its payouts
 * wait from that moment on until it is approved again.
 * @throws ApiError 409 when they are not any more what was shown; 422 where invoices could not print them
 */
export async function saveDetails(
  { database, mails }: Pick<BffDeps, 'database' | 'mails'>,
  execute: (command: LedgerCommand) => Promise<CommandResult>,
  { customerId, companyId, details }: { customerId: string; companyId: string; details: CompanyDetailBody },
): Promise<void> {
  await requirePrintable(details);
  await requireCompanyAsShown(database, customerId, details.updated_at);
  // What is saved below replaces this, or nothing: `saveCompany` asks again whether it is what was shown.
  const before = await findIdentity(database, customerId);
  const changesIdentity = before !== null && !isSameIdentity(before, details);
  // First: what the ledger refuses (an erased customer) is not kept; a repeated call completes what was cut off between.
  // The contract lets nothing incomplete through.
  const { events } = await execute({ type: 'SaveCompanyDetails', customerId, isComplete: true, changesIdentity });
  const isRepeated = events.length === 0;
  const freezes =
    changesIdentity &&
    (events.some(({ type }) => type === 'CustomerIdentityChanged') ||
      (isRepeated && (await findCustomer(database, customerId))?.status === 'approved'));
  await database.transaction(async (transaction) => {
    if (freezes) await freezePayouts(transaction, customerId, before);
    await saveCompany(transaction, customerId, companyId, details);
  });
  if (freezes) await mailCustomer({ database, mails }, customerId, 'company-changed', companyChangedMail);
}

/** What invoices say of a company. */
const PRINTED = [
  'company_name',
  'full_company_address',
  'company_registration_no',
  'vat_tax_registration',
] as const satisfies readonly (keyof CompanyDetailBody)[];

/** A legal name that no invoice can print is refused here, where it can be written otherwise. */
async function requirePrintable(details: CompanyDetailBody): Promise<void> {
  for (const field of PRINTED) {
    const letters = await unprintableIn(details[field]);
    if (letters.length === 0) continue;
    throw invalidField(
      field,
      `Invoices cannot print ${letters.slice(0, 5).join(' ')}. Please write it in Latin letters, as on your English papers.`,
    );
  }
}
