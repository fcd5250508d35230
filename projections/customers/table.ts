import { bigint, boolean, initially, int, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';
import { tallied } from '../tally/tally.ts';

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
export const customers = tallied(
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

export const discounts = defineTable('customer_discounts', ['customer_id', 'product_id'], {
  customer_id: uuid(),
  product_id: text(),
  /** 1 % = 100; a removed discount has no row. */
  basis_points: int(),
  set_at: time(),
});

/** Raises that wait for a second administrator. They do not affect prices. */
export const discountProposals = defineTable('customer_discount_proposals', ['customer_id', 'product_id'], {
  customer_id: uuid(),
  product_id: text(),
  basis_points: int(),
  /** The first administrator's id. */
  proposed_by: text(),
  proposed_at: time(),
});
