import { z } from 'zod';
import { type Database, type Fragment, sql } from '../kernel/sql.ts';
import { computed, conditionsOf, defineView, findRow, findRows, type ItemOf } from '../kernel/view.ts';
import { ACCOUNT, administratorName, customersNamed, withAccount } from '../lists/accounts.ts';
import { defineList } from '../lists/list.ts';
import { customers, discountProposals, discounts } from './table.ts';

export { CUSTOMER_STATUSES, type CustomerStatus } from './table.ts';

const view = defineView(customers, {
  without: ['company_saved_at', 'banking_saved_at', 'mfa_factors', 'erased_at', 'position'],
  add: {
    isBankingComplete: computed(z.boolean(), 'customers.banking_saved_at is not null'),
    isMfaEnabled: computed(z.boolean(), 'customers.mfa_factors > 0'),
  },
});
export type CustomerView = ItemOf<typeof view>;

/** For administrators. */
const named = withAccount(view, ACCOUNT);
export type CustomerListItem = ItemOf<typeof named>;

/** The state of one account, or null when there is none. */
export const findCustomer = (database: Database, customerId: string): Promise<CustomerView | null> =>
  findRow(database, view, conditionsOf(customers, { customer_id: customerId }));

/** For a query over accounts that needs their state in the same round trip; both false before the first event. */
export const standing = {
  join: sql.fragment`left join read.customers standing on standing.customer_id = account.customer_id`,
  columns: sql.fragment`coalesce(standing.is_company_complete, false) as is_company_complete,
    coalesce(standing.status = 'approved', false) as is_approved`,
};

/** For administrators. `search`: part of a name, an e-mail or a company's name, or a whole id. */
export const listCustomers = defineList({
  table: customers,
  view: named,
  sorts: ['registered_at', 'approval_requested_at'],
  computedSorts: {
    name: '(select lower(a.name) from app.account a where a.customer_id = customers.customer_id)',
    email: '(select a.email from app.account a where a.customer_id = customers.customer_id)',
  },
  filters: ['status'],
  search: (term) => sql.fragment`customers.customer_id in (${customersNamed(term)})`,
});
export type CustomerSort = NonNullable<Parameters<typeof listCustomers>[1]['sortBy']>;

const discount = defineView(discounts, { without: ['customer_id'] });
export type Discount = ItemOf<typeof discount>;

/** A customer's discounts, by product. */
export const listDiscounts = (database: Database, customerId: string): Promise<readonly Discount[]> =>
  findRows(database, discount, sql.fragment`where customer_id = ${customerId} order by product_id`);

/** For a query over products that needs a customer's discount on each, as `discount`, in the same round trip. */
export const discountOn = (customerId: Fragment, productId: Fragment): Fragment =>
  sql.fragment`left join read.customer_discounts discount
    on discount.customer_id = ${customerId} and discount.product_id = ${productId}::text`;

const proposal = defineView(discountProposals, {
  without: ['customer_id'],
  add: { proposedByName: administratorName('customer_discount_proposals.proposed_by') },
});

/** A customer's discounts that wait for a second administrator, by product. */
export const listDiscountProposals = (database: Database, customerId: string) =>
  findRows(database, proposal, sql.fragment`where customer_id = ${customerId} order by product_id`);
