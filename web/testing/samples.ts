import type { Money } from '#bff/contract/base/common.ts';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { permissionsOf } from '#bff/contract/base/roles.ts';
import type { Wallet } from '#bff/contract/base/wallet.ts';
import { CurrentUser } from '#bff/contract/identity/current-user.ts';
import { AdminDeposit } from '#bff/contract/money/deposit.ts';
import { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import type { Cart } from '#bff/contract/shop/cart.ts';
import type { Product } from '#bff/contract/shop/catalogue.ts';
import { type AdminOrderDetail, OrderDetail } from '#bff/contract/shop/order.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { sampleOf } from '#core/kernel/testing/sample-of.ts';
import type { Answer } from '#web/lib/call/api-types.ts';

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const usd = (minor: bigint): Money => minorJson(minor, 'USD');

export const AT = '2026-11-20T10:00:00.000Z';
const MAYA = { id: idOf(1), name: 'Maya Lindqvist', email: 'maya@example.com' };

/** The session of an administrator with every permission. */
export const ownerSession = () => sessionAs('owner');

export const sessionAs = (...roles: Role[]): Answer<'GET /admin/session'> => ({
  data: {
    administrator: { id: idOf(90), name: 'Ada Byron', email: 'ada@example.com', roles },
    permissions: [...permissionsOf(roles)],
    expires_at: '2099-01-01T00:00:00.000Z',
    currencies: ['USD'],
    must_enrol: false,
    store: 'open',
  },
});

/** The amount that is left to approve today. */
export const allowanceOf = (minor: bigint): Answer<'GET /admin/approvals/allowance'> => ({
  data: { limit: usd(10_000_000n), left: [usd(minor)] },
});

/** A pending deposit of $250.00. */
export const pendingDeposit = (change: Partial<AdminDeposit> = {}) =>
  sampleOf(AdminDeposit, {
    id: idOf(10),
    reference: 'DEP-000042',
    wallet_id: idOf(2),
    created_at: AT,
    updated_at: AT,
    status: 'pending',
    amount: usd(25_000n),
    deposit_fees: usd(0n),
    has_payment_proof: true,
    payment_proof_id: idOf(14),
    fee_percent: '0',
    user: MAYA,
    awaits_second_approval: false,
    second_approval_above: usd(1_000_000n),
    ...change,
  });

/** A pending withdrawal, for which $80.00 are held. */
export const pendingWithdrawal = (change: Partial<AdminWithdrawal> = {}) =>
  sampleOf(AdminWithdrawal, {
    id: idOf(20),
    reference: 'WDR-000007',
    wallet_id: idOf(2),
    created_at: AT,
    updated_at: AT,
    amount: usd(8_000n),
    currency: 'USD',
    status: 'pending',
    bankName: 'Northwind Bank',
    user: MAYA,
    requested_by: 'customer',
    is_bank_masked: false,
    is_company_account: true,
    bank_details: {
      bankName: 'Northwind Bank',
      accountName: 'Lindqvist Rewards AB',
      accountNumber: 'DE02120300000000202051',
      swiftCode: 'NWBKDEFF',
      additionalInfo: null,
    },
    awaits_second_approval: false,
    second_approval_above: usd(500_000n),
    ...change,
  });

/** $500.00, of which $80.00 are held, and $100.00 of credit: $520.00 to spend, $420.00 to pay out. */
export const dollarWallet = (change: Partial<Wallet> = {}): Wallet => ({
  id: idOf(2),
  name: 'USD wallet',
  currency: 'USD',
  balance: usd(50_000n),
  available: usd(52_000n),
  held: usd(8_000n),
  credit_limit: usd(10_000n),
  ...change,
});

export const BANKING = {
  id: idOf(30),
  bank_name: 'Northwind Bank',
  full_bank_address: '12 Exchange Square, Frankfurt',
  account_beneficiary_name: 'Lindqvist Rewards AB',
  currency: 'EUR',
  account_iban: 'DE02120300000000202051',
  bic_swift: 'NWBKDEFF',
  aba_wire_routing_no: null,
  ach_routing_no: null,
  updated_at: AT,
} as const;

/** An unpaid order of $90.00. */
export const openOrder = (change: Partial<OrderDetail> = {}) =>
  sampleOf(OrderDetail, {
    id: idOf(40),
    order_number: 'GL-1001',
    created_at: AT,
    wallet_id: idOf(2),
    currency: 'USD',
    items_count: 0,
    subtotal: usd(9_000n),
    discount: usd(0n),
    conversion_fees: usd(0n),
    total: usd(9_000n),
    payment_status: 'pending',
    fulfillment_status: 'pending',
    allow_partial: false,
    expires_at: '2099-01-01T00:00:00.000Z',
    ...change,
  });

/** An order of $90.00 for nine codes: four are delivered, the rest is awaited. */
export const orderInPart = (change: Partial<OrderDetail> = {}): OrderDetail =>
  openOrder({
    items_count: 9,
    payment_status: 'completed',
    fulfillment_status: 'processing',
    allow_partial: true,
    undelivered: usd(5_000n),
    paid_at: AT,
    partly_fulfilled_at: AT,
    items: [
      {
        id: idOf(41),
        product_id: idOf(70),
        product_name: 'Steam Gift Card',
        variant_name: '$10',
        brand_name: 'Steam',
        region: 'us',
        quantity: 9,
        list_price: null,
        price: usd(1_000n),
        discount_amount: usd(0n),
        conversion_fee: usd(0n),
        total_price: usd(9_000n),
        delivered_quantity: 4,
        codes_last_four: ['AAA1', 'AAA2', 'AAA3', 'AAA4'],
      },
    ],
    ...change,
  });

/** The same order in the back office. */
export const adminOrder = (change: Partial<AdminOrderDetail> = {}): AdminOrderDetail => ({
  ...openOrder(),
  user: MAYA,
  allowed_statuses: ['cancelled'],
  can_fulfill: false,
  ...change,
});

/** A cart with one line of $90.00, which can be bought. */
export const fullCart = (change: Partial<Cart['meta']> = {}): Cart => ({
  data: [],
  meta: {
    wallet_id: idOf(2),
    totals: {
      items_count: 1,
      subtotal: usd(9_000n),
      discount: usd(0n),
      conversion_fees: usd(0n),
      total: usd(9_000n),
    },
    may_deliver_in_part: false,
    pay_within_hours: 48,
    validation: { valid: true, has_changes: false, invalid_items: [], removed_items: [], updated_items: [] },
    ...change,
  },
});

/** A product of $50.00 with nine codes in stock. */
export const steamCard = (change: Partial<Product> = {}): Product => ({
  id: idOf(70),
  name: 'Steam 50',
  short_description: '',
  description: '',
  brand_name: 'Steam',
  category_name: 'Games',
  region: 'us',
  images: [],
  isPermanentOutOfStock: false,
  variant: { id: idOf(71), name: '$50', price: usd(5_000n), stock_amount: 9 },
  ...change,
});

/** The same to administrators, without a code in stock. */
export const adminProduct = (change: Partial<AdminProduct> = {}): AdminProduct => ({
  ...steamCard(),
  currency: 'USD',
  stock_total: 0,
  stock_reserved: 0,
  stock_sold: 0,
  is_archived: false,
  waiting_price: null,
  created_at: AT,
  updated_at: AT,
  ...change,
});

/** The same customer in their own screens. */
export const customer = (change: Partial<CurrentUser> = {}) =>
  sampleOf(CurrentUser, {
    ...MAYA,
    email_verified_at: AT,
    is_company_detail_complete: true,
    is_approval_requested: true,
    is_approved: true,
    is_approval_revoked: false,
    is_company_reviewed_again: false,
    credit: '100.00',
    wallets: [dollarWallet()],
    created_at: AT,
    ...change,
  });

/** The customer of the samples, with the dollar wallet. */
export const maya = (change: Partial<AdminUserDetail> = {}) =>
  sampleOf(AdminUserDetail, {
    ...MAYA,
    status: 'active',
    email_verified_at: AT,
    is_company_detail_complete: true,
    is_banking_detail_complete: true,
    is_approval_requested: true,
    is_erased: false,
    is_approved: true,
    company_name: 'Lindqvist Rewards AB',
    credit: '100.00',
    created_at: AT,
    wallets: [dollarWallet()],
    total_balance: usd(50_000n),
    has_mfa: false,
    ...change,
  });
