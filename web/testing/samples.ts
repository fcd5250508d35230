import type { Money } from '#bff/contract/common.ts';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import type { Wallet } from '#bff/contract/wallet.ts';
import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';

/** Any id, another for each number. */
export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const usd = (minor: bigint): Money => minorJson(minor, 'USD');

const AT = '2026-11-20T10:00:00.000Z';
const MAYA = { id: idOf(1), name: 'Maya Lindqvist', email: 'maya@example.com' };

/** Pending, with $250.00 asked for. */
export const pendingDeposit = (change: Partial<AdminDeposit> = {}): AdminDeposit => ({
  id: idOf(10),
  reference: 'DEP-000042',
  wallet_id: idOf(2),
  created_at: AT,
  updated_at: AT,
  status: 'pending',
  amount: usd(25_000n),
  approved_amount: null,
  deposit_fees: usd(0n),
  user_notes: null,
  has_payment_proof: true,
  payment_proof_url: null,
  payment_proof_content_type: null,
  user: MAYA,
  admin_notes: null,
  decided_at: null,
  ...change,
});

/** Pending, with $80.00 held for it. */
export const pendingWithdrawal = (change: Partial<AdminWithdrawal> = {}): AdminWithdrawal => ({
  id: idOf(20),
  reference: 'WDR-000007',
  wallet_id: idOf(2),
  created_at: AT,
  updated_at: AT,
  amount: usd(8_000n),
  currency: 'USD',
  status: 'pending',
  user_notes: null,
  bankName: 'Northwind Bank',
  user: MAYA,
  requested_by: 'customer',
  admin_notes: null,
  failure_reason: null,
  bank_details: {
    bankName: 'Northwind Bank',
    accountName: 'Lindqvist Rewards AB',
    accountNumber: 'DE02120300000000202051',
    swiftCode: 'NWBKDEFF',
    additionalInfo: null,
  },
  completed_at: null,
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
