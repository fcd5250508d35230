import { z } from 'zod';
import type { ExecuteOptions } from '#bff/kit/http/call.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { withLease, withSharedLease } from '#bff/kit/tables/lease.ts';
import { changedElsewhere, isAsShown } from '#bff/kit/tables/shown-version.ts';
import { type DatabasePool, type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable, rowsOf } from '#bff/kit/tables/table.ts';
import type { CompanyIdentity } from '#core/aggregates/customer/identity.ts';
import type { CommandResult, LedgerCommand } from '#core/ledger/ledger.ts';

const Identity = z.object({
  company_name: z.string(),
  company_registration_no: z.string(),
  country_of_registration: z.string(),
  vat_tax_registration: z.string(),
});
const companies = rowsOf(Identity, sql.fragment`app.company`);
const changes = appTable('identity_change', Identity.extend({ changed_at: z.date() }));

/** The identity in the company's present details; null where none were saved. */
export const findIdentity = (database: Queryable, customerId: string): Promise<CompanyIdentity | null> =>
  companies.find(database, { customerId });

/** The last approved identity, while a changed one waits for approval; null where none waits. */
export const findApprovedIdentity = (
  database: Queryable,
  customerId: string,
): Promise<(CompanyIdentity & { readonly changed_at: Date }) | null> => changes.find(database, { customerId });

const Named = z.object({ customerId: z.uuid(), name: z.string() });
export async function companyNamesOf(
  database: Pick<Queryable, 'any'>,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.any(sql.type(Named)`select customer_id as "customerId", company_name as name
    from app.company where customer_id = any(${sql.array([...new Set(customerIds)], 'uuid')})`);
  return new Map(rows.map(({ customerId, name }) => [customerId, name]));
}

const Frozen = z.object({ customerId: z.string() });
/** The customers whose changed company waits for approval. */
export async function frozenAmong(database: Queryable, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.any(sql.type(Frozen)`select customer_id as "customerId" from app.identity_change
    where customer_id = any(${sql.array([...customerIds], 'uuid')})`);
  return new Set(rows.map(({ customerId }) => customerId));
}

/** Freezes payouts from the end of the transaction on, within the lease of the customer's payouts. The first of several changes stores the approved identity. */
export const freezePayouts = (
  transaction: Queryable,
  customerId: string,
  approved: CompanyIdentity,
): Promise<boolean> => changes.add(transaction, { customerId, ...approved });

/** The name of a customer's payouts, while something leads to one, or their company changes. */
export const leaseOfPayouts = (customerId: string): string => `payouts:${customerId}`;

type Execute = (command: LedgerCommand, options?: ExecuteOptions) => Promise<CommandResult>;

/**
 * Sends commands that lead to a payout, unless the customer's changed company waits for approval. A simultaneous change of the company
 * either waits for the command or is seen by it.
 */
export const whilePayoutsAreOpen =
  (database: DatabasePool, customerId: string, execute: Execute): Execute =>
  (command, options) =>
    execute(command, {
      ...options,
      within: (send) =>
        withSharedLease(database, leaseOfPayouts(customerId), async (requireTime) => {
          if (await findApprovedIdentity(database, customerId)) {
            throw conflict(
              'company_unapproved',
              'Payouts wait until the changed company details are approved. Nothing was changed, and the money stays in the wallet.',
            );
          }
          requireTime();
          return send();
        }),
    });

/**
 * Approves a customer. Only the company that the administrator was shown is approved; where a changed identity waits, they have to say which that is.
 * Payouts are open from then on: if that is not stored, the same approval is repeated.
 * @throws ApiError 409 where the details are no longer as they were shown
 */
export const approveAsShown = (
  database: DatabasePool,
  customerId: string,
  shownAt: string | undefined,
  approve: () => Promise<CommandResult>,
): Promise<CommandResult> =>
  withLease(database, [leaseOfPayouts(customerId)], async (requireTime) => {
    const waits = (await findApprovedIdentity(database, customerId)) !== null;
    const isShown =
      shownAt === undefined
        ? !waits
        : await database.exists(sql.void`select from app.company as company
            where customer_id = ${customerId} and ${isAsShown(sql.fragment`company.updated_at`, shownAt)}`);
    if (!isShown) throw changedElsewhere('company');
    requireTime();
    const approved = await approve();
    if (waits) await changes.remove(database, { customerId });
    return approved;
  });
