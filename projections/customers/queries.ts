import { z } from 'zod';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import { customersNamed } from '../kernel/search.ts';
import { type Database, every, type Fragment, sql } from '../kernel/sql.ts';
import { tallyOf } from '../tally/queries.ts';

export const CUSTOMER_STATUSES = [
  'registered',
  'verified',
  'awaiting_approval',
  'approved',
  'revoked',
  'erased',
] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

const CustomerView = z.object({
  customerId: z.uuid(),
  status: z.enum(CUSTOMER_STATUSES),
  registeredAt: z.date(),
  emailVerifiedAt: z.date().nullable(),
  isCompanyComplete: z.boolean(),
  isBankingComplete: z.boolean(),
  documents: z.int(),
  approvalRequestedAt: z.date().nullable(),
  approvedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  /** Sealed under the customer's key. */
  approvalNote: z.string().nullable(),
  isMfaEnabled: z.boolean(),
});
export type CustomerView = z.infer<typeof CustomerView>;

/** For administrators: with the name and e-mail that the account holds (null for one that was erased). */
const CustomerListItem = CustomerView.extend({ name: z.string().nullable(), email: z.string().nullable() });
export type CustomerListItem = z.infer<typeof CustomerListItem>;

export type CustomerSort = 'registered_at' | 'approval_requested_at' | 'name' | 'email';
export type CustomerFilters = {
  readonly statuses?: readonly CustomerStatus[] | undefined;
  /** Part of a name, an e-mail or a company's name, or a whole id. */
  readonly search?: string | undefined;
};

const columns = sql.fragment`page.customer_id as "customerId", page.status, page.registered_at as "registeredAt",
  page.email_verified_at as "emailVerifiedAt", page.is_company_complete as "isCompanyComplete",
  page.banking_saved_at is not null as "isBankingComplete", page.documents,
  page.approval_requested_at as "approvalRequestedAt", page.approved_at as "approvedAt", page.revoked_at as "revokedAt",
  page.approval_note as "approvalNote", page.mfa_factors > 0 as "isMfaEnabled"`;

/** Where one account stands, or null when there is none. */
export function findCustomer(database: Database, customerId: string): Promise<CustomerView | null> {
  return database.maybeOne(
    sql.type(CustomerView)`select ${columns} from read.customers page where customer_id = ${customerId}`,
  );
}

/** For a query over accounts that must know where they stand, in the same round trip; both false before the first event. */
export const standing = {
  join: sql.fragment`left join read.customers standing on standing.customer_id = account.customer_id`,
  columns: sql.fragment`coalesce(standing.is_company_complete, false) as is_company_complete,
    coalesce(standing.status = 'approved', false) as is_approved`,
};

/** For administrators. */
export function listCustomers(
  database: Database,
  request: PageRequest<CustomerSort> & CustomerFilters,
): Promise<Page<CustomerListItem>> {
  const where: Fragment[] = [];
  if (request.statuses !== undefined) {
    where.push(sql.fragment`c.status = any(${sql.array([...request.statuses], 'text')})`);
  }
  if (request.search) where.push(sql.fragment`c.customer_id in (${customersNamed(request.search)})`);
  const total = async () => {
    if (!request.search) return tallyOf(database, 'customer', 'all', { statuses: request.statuses });
    return Number(
      (
        await database.one(
          sql.type(z.object({ count: z.bigint() }))`
            select count(*) as count from read.customers c where ${every(where)}`,
        )
      ).count,
    );
  };
  return listPage(
    database,
    {
      from: sql.fragment`read.customers c`,
      where,
      sorts: {
        registered_at: sql.fragment`c.registered_at`,
        approval_requested_at: sql.fragment`c.approval_requested_at`,
        name: sql.fragment`(select lower(a.name) from app.account a where a.customer_id = c.customer_id)`,
        email: sql.fragment`(select a.email from app.account a where a.customer_id = c.customer_id)`,
      },
      defaultSort: 'registered_at',
      tieBreaker: sql.fragment`c.position`,
      select: sql.fragment`${columns}, a.name, a.email`,
      joins: sql.fragment`left join app.account a on a.customer_id = page.customer_id`,
      schema: CustomerListItem,
      total,
    },
    request,
  );
}

const Discount = z.object({ productId: z.string(), basisPoints: z.int(), setAt: z.date() });
export type Discount = z.infer<typeof Discount>;

/** A customer's discounts, by product. */
export function listDiscounts(database: Database, customerId: string): Promise<readonly Discount[]> {
  return database.any(
    sql.type(Discount)`select product_id as "productId", basis_points as "basisPoints", set_at as "setAt"
      from read.customer_discounts where customer_id = ${customerId} order by product_id`,
  );
}
