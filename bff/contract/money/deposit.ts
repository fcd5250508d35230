import { z } from 'zod';
import {
  Approval,
  Currency,
  dataOf,
  MessageAnswer,
  Money,
  named,
  Owner,
  PageMeta,
  PageQuery,
  pageOf,
  SearchTerm,
  savedOf,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { ANY_FILE, oneFile, PDF, routesFor } from '#bff/contract/base/route.ts';
import { PROOF_RULES } from '#bff/contract/base/upload-rules.ts';
import { AWAITS_SECOND, INTO_RECALLED, SHOWN_DEPOSITS } from '#core/aggregates/states.ts';
import { ApproveDepositForm, DepositForm, RejectDepositForm } from './deposit-form.ts';

const DepositStatus = z.enum(SHOWN_DEPOSITS);

/** The bank data of an account of ours, as they stand on papers: beneficiary, bank, number … */
const BankAccount = z.array(z.object({ label: z.string(), value: z.string() })).meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof BankAccount>;

const DepositAccounts = dataOf(z.array(z.object({ currency: Currency, account: BankAccount })));

const depositFields = {
  id: Uuid,
  /** What people quote on the transfer, e.g. 'DEP-000123'. */
  reference: z.string(),
  wallet_id: Uuid,
  created_at: Timestamp,
  updated_at: Timestamp,
  status: DepositStatus,
  amount: Money,
  approved_amount: Money.nullable(),
  /** When the bank received it (UTC): after the approval, or as the first of two administrators stated. */
  value_date: z.iso.date().nullable(),
  /** The amount is '0' where there is no fee. */
  deposit_fees: Money,
  user_notes: z.string().nullable(),
  has_payment_proof: z.boolean(),
  payment_proof_url: z.string().nullable(),
  /** Where the account that it asked to pay into was wrong: accounts that nothing may be paid into any more, that one first. */
  do_not_pay_into: z.array(BankAccount),
};

export const Deposit = named('Deposit', {
  ...depositFields,
  rejection_reason: z.string().nullable(),
  /** The account to transfer it to; null once it is decided, and while the store has none for its currency. The reference of the transfer is `reference`. */
  pay_into: BankAccount.nullable(),
});
export type Deposit = z.infer<typeof Deposit>;

export const DepositPage = pageOf(Deposit);
export const DepositSaved = savedOf(Deposit);

export const AdminDeposit = named('AdminDeposit', {
  ...depositFields,
  user: Owner,
  admin_notes: z.string().nullable(),
  payment_proof_id: Uuid.nullable(),
  payment_proof_content_type: z.string().nullable(),
  /** The fee of a deposit that is approved now, in percent of the approved amount. */
  fee_percent: z.string(),
  decided_at: Timestamp.nullable(),
  /** Who approved it, the first one first: two administrators where the amount is too large for one. */
  approvals: z.array(Approval),
  /** Pending with a first approval: a second administrator has to confirm exactly its amount. */
  awaits_second_approval: z.boolean(),
  /** The largest amount that one administrator may approve alone. */
  second_approval_above: Money,
});
export type AdminDeposit = z.infer<typeof AdminDeposit>;

export const DepositStats = z.object({
  total: z.int(),
  pending: z.int(),
  approved: z.int(),
  rejected: z.int(),
  /** Sum of the requested amounts in USD, at the configured rates. */
  total_value: Money,
});
export type DepositStats = z.infer<typeof DepositStats>;

const AdminDepositListQuery = PageQuery.extend({
  status: z.enum([...SHOWN_DEPOSITS, AWAITS_SECOND, INTO_RECALLED]).optional(),
  search: SearchTerm.optional(),
  user_id: Uuid.optional(),
});

/** `stats` counts all deposits, whatever the filter. */
export const AdminDepositPage = z.object({
  data: z.array(AdminDeposit),
  meta: PageMeta.extend({ stats: DepositStats }),
});
export const AdminDepositSaved = savedOf(AdminDeposit);

const desk = routesFor({ auth: 'administrator', permission: 'deposits:read', tag: 'Admin: deposits' });

export const adminDepositRoutes = {
  adminListDeposits: desk.get('/admin/deposits', 'Deposits, newest first.', AdminDepositPage, {
    query: AdminDepositListQuery,
  }),
  adminGetDeposit: desk.get('/admin/deposits/:id', 'One deposit.', dataOf(AdminDeposit)),
  adminOpenDepositProof: desk.file(
    '/admin/deposits/:id/payment-proof',
    'The proof of payment; each look is recorded.',
    ANY_FILE,
  ),
  approveDeposit: desk.post(
    '/admin/deposits/:id/approve',
    'Approve with an amount; the wallet is credited.',
    AdminDepositSaved,
    {
      expects: ['expect_amount', 'expect_proof', 'expect_fee_percent'],
      permission: 'deposits:decide',
      body: ApproveDepositForm,
    },
  ),
  rejectDeposit: desk.post('/admin/deposits/:id/reject', 'Reject with a reason; no funds move.', AdminDepositSaved, {
    expects: { nothing: 'it moves nothing' },
    permission: 'deposits:decide',
    body: RejectDepositForm,
  }),
  adminGetDepositInvoice: desk.file('/admin/deposits/:id/invoice', 'The deposit invoice as PDF.', PDF),
};

const own = routesFor({ auth: 'customer', ability: 'deposits:write', tag: 'Deposits' });

export const depositRoutes = {
  listDeposits: own.get('/deposits', 'Deposits, newest first.', DepositPage, {
    ability: 'deposits:read',
    query: PageQuery,
  }),
  getDepositAccounts: own.get(
    '/deposits/accounts',
    'The accounts to transfer deposits to, one for each currency of the store.',
    DepositAccounts,
    { ability: 'deposits:read' },
  ),
  getDeposit: own.get('/deposits/:id', 'One deposit.', dataOf(Deposit), { ability: 'deposits:read' }),
  createDeposit: own.post('/deposits', 'Announce a bank transfer.', DepositSaved, {
    expects: { nothing: 'it names its own amount, and moves nothing before it is approved' },
    body: DepositForm,
    status: 201,
  }),
  uploadDepositProof: own.post(
    '/deposits/:id/payment-proof',
    'Upload or replace the proof of payment (image or PDF).',
    DepositSaved,
    { expects: { nothing: 'it moves nothing' }, multipart: oneFile('payment_proof', PROOF_RULES.maxBytes) },
  ),
  openDepositProof: own.file('/deposits/:id/payment-proof', 'The proof of payment.', ANY_FILE, {
    ability: 'deposits:read',
  }),
  getDepositInvoice: own.file(
    '/deposits/:id/deposit-invoice',
    'The deposit invoice as PDF; not for a rejected deposit.',
    PDF,
    { ability: 'deposits:read' },
  ),
  removeDeposit: own.delete('/deposits/:id', 'Delete a pending deposit.', MessageAnswer, {
    expects: { nothing: 'it moves nothing' },
  }),
};
