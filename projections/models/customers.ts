import { z } from 'zod';
import { customerEvents } from '#core/aggregates/customer/events.ts';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import {
  bigint,
  boolean,
  initially,
  int,
  oneOf,
  optional,
  type RowOf,
  text,
  time,
  uuid,
} from '#projections/kernel/columns.ts';
import { defineReadModel, objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { type Database, type Fragment, MOST_COUNTED, sql } from '#projections/kernel/sql.ts';
import { defineTable, rowOf } from '#projections/kernel/table.ts';
import { computed, conditionsOf, defineView, findRow, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { ACCOUNT, administratorName, customersNamed, withAccount } from '#projections/lists/accounts.ts';
import { defineList } from '#projections/lists/list.ts';
import { tallied } from '#projections/lists/tally.ts';

export const CUSTOMER_STATUSES = [
  'registered',
  'verified',
  'awaiting_approval',
  'approved',
  'revoked',
  'erased',
] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

/** The state of each account. Names, addresses and e-mails are not here: they are in app.account. */
const customers = tallied(
  defineTable(
    'customers',
    ['customer_id'],
    {
      customer_id: uuid(),
      status: initially('registered', oneOf(CUSTOMER_STATUSES)),
      registered_at: time(),
      email_verified_at: optional(time()),
      is_company_complete: initially(false, boolean()),
      company_saved_at: optional(time()),
      documents: initially(0, int()),
      banking_saved_at: optional(time()),
      approval_requested_at: optional(time()),
      approved_at: optional(time()),
      revoked_at: optional(time()),
      /** Encrypted under the customer's key. */
      approval_note: optional(text()),
      mfa_factors: initially(0, int()),
      erased_at: optional(time()),
      position: bigint(),
    },
    {
      indexes: {
        by_time: ['registered_at', 'position'],
        by_status: ['status', 'registered_at', 'position'],
        by_request: { on: ['approval_requested_at', 'position'], where: "status = 'awaiting_approval'" },
      },
    },
  ),
  { subject: 'customer', began: 'registered_at', status: 'status' },
);

const discounts = defineTable('customer_discounts', ['customer_id', 'product_id'], {
  customer_id: uuid(),
  product_id: text(),
  /** 1 % = 100; a removed discount has no row. */
  basis_points: int(),
  set_at: time(),
});

/** Raises that wait for a second administrator. They do not affect prices. */
const discountProposals = defineTable('customer_discount_proposals', ['customer_id', 'product_id'], {
  customer_id: uuid(),
  product_id: text(),
  basis_points: int(),
  /** The first administrator's id. */
  proposed_by: text(),
  proposed_at: time(),
});

export const customersProjection = defineReadModel({
  table: customers,
  follows: customerEvents,
  begins: 'CustomerRegistered',
  begin: ({ data, metadata, position }) => ({
    customer_id: data.customerId,
    registered_at: metadata.time,
    position,
  }),
  on: {
    CustomerEmailVerified: ({ metadata }) => ({ email_verified_at: metadata.time }),
    CustomerCompanyDetailsSaved: ({ data, metadata }) => ({
      is_company_complete: data.isComplete,
      company_saved_at: metadata.time,
    }),
    CustomerDocumentAdded: (_, { documents }) => ({ documents: documents + 1 }),
    CustomerDocumentRemoved: (_, { documents }) => ({ documents: documents - 1 }),
    CustomerBankingDetailsSaved: ({ metadata }) => ({ banking_saved_at: metadata.time }),
    CustomerApprovalRequested: ({ metadata }) => ({ approval_requested_at: metadata.time, revoked_at: null }),
    CustomerApproved: ({ data, metadata }) => ({
      approved_at: metadata.time,
      revoked_at: null,
      approval_note: data.note,
    }),
    CustomerApprovalRevoked: ({ data, metadata }) => ({
      approved_at: null,
      revoked_at: metadata.time,
      approval_note: data.note,
    }),
    CustomerMfaEnabled: (_, { mfa_factors }) => ({ mfa_factors: mfa_factors + 1 }),
    CustomerMfaDisabled: (_, { mfa_factors }) => ({ mfa_factors: mfa_factors - 1 }),
    CustomerErased: ({ metadata }) => ({ erased_at: metadata.time }),
  },
  // Those of discounts are for the projection below; the others are shown in the audit trail.
  ignores: [
    'CustomerDiscountProposed',
    'CustomerDiscountRejected',
    'CustomerDiscountSet',
    'CustomerPasswordChanged',
    'CustomerEmailChanged',
    'CustomerIdentityChanged',
    'CustomerApiKeyIssued',
    'CustomerApiKeyRevoked',
  ],
  always: (after) => ({ ...after, status: statusOf(after) }),
});

function statusOf(row: RowOf<typeof customers.columns>): CustomerStatus {
  if (row.erased_at !== null) return 'erased';
  if (row.approved_at !== null) return 'approved';
  if (row.revoked_at !== null) return 'revoked';
  if (row.approval_requested_at !== null) return 'awaiting_approval';
  return row.email_verified_at === null ? 'registered' : 'verified';
}

type DiscountEvent = Extract<RecordedLedgerEvent, { type: `CustomerDiscount${string}` }>;
const isOfDiscount = (event: RecordedLedgerEvent): event is DiscountEvent => event.type.startsWith('CustomerDiscount');

export const discountsProjection: Projection = {
  tables: [discounts, discountProposals],
  reads(event) {
    if (!isOfDiscount(event)) return [];
    const key = [objectIdOf(event), event.data.productId] as const;
    return [rowOf(discounts, ...key), rowOf(discountProposals, ...key)];
  },
  apply(event, rows) {
    if (!isOfDiscount(event)) return;
    const [customerId, { productId, basisPoints }, { time }] = [objectIdOf(event), event.data, event.metadata];
    const discount = { customer_id: customerId, product_id: productId, basis_points: basisPoints };
    if (event.type === 'CustomerDiscountProposed') {
      rows.put(discountProposals, { ...discount, proposed_by: event.data.by, proposed_at: time });
      return;
    }
    const waiting = rows.get(discountProposals, customerId, productId);
    if (waiting) rows.remove(discountProposals, waiting);
    if (event.type === 'CustomerDiscountRejected') return;
    const before = rows.get(discounts, customerId, productId);
    if (basisPoints > 0) rows.put(discounts, { ...discount, set_at: time });
    else if (before) rows.remove(discounts, before);
  },
};

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

export const findCustomer = (database: Database, customerId: string): Promise<CustomerView | null> =>
  findRow(database, view, conditionsOf(customers, { customer_id: customerId }));

/** For a query over accounts that needs their state in the same round trip; both false before the first event. */
export const standing = {
  join: sql.fragment`left join read.customers standing on standing.customer_id = account.customer_id`,
  columns: sql.fragment`coalesce(standing.is_company_complete, false) as is_company_complete,
    coalesce(standing.status = 'approved', false) as is_approved`,
};

/** Each account is read once: a look-up for each customer touches ten times the pages. */
const SORTED = 'left join app.account sorted on sorted.customer_id = customers.customer_id';

/** For administrators. `search`: part of a name, an e-mail or a company's name, or a whole id. */
export const listCustomers = defineList({
  table: customers,
  view: named,
  sorts: ['registered_at', 'approval_requested_at'],
  joinedSorts: {
    name: { join: SORTED, by: 'lower(sorted.name)' },
    email: { join: SORTED, by: 'sorted.email' },
  },
  filters: ['status'],
  // As an array, its ids are looked up in their order, not one by one.
  search: async (term) => [sql.fragment`customers.customer_id = any(array(${customersNamed(term, MOST_COUNTED + 1)}))`],
});
export type CustomerSort = NonNullable<Parameters<typeof listCustomers>[1]['sortBy']>;

const discount = defineView(discounts, { without: ['customer_id'] });
export type Discount = ItemOf<typeof discount>;

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

export const listDiscountProposals = (database: Database, customerId: string) =>
  findRows(database, proposal, sql.fragment`where customer_id = ${customerId} order by product_id`);
