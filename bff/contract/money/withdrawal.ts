import { z } from 'zod';
import {
  Approval,
  Currency,
  dataOf,
  MessageAnswer,
  Money,
  named,
  Owner,
  PageQuery,
  PayoutFile,
  pageOf,
  SearchTerm,
  savedOf,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { AWAITS_SECOND, IN_NO_FILE, SHOWN_WITHDRAWALS } from '#core/aggregates/states.ts';
import {
  AdminWithdrawalForm,
  CompleteWithdrawalForm,
  RejectWithdrawalForm,
  StopWithdrawalBody,
  WithdrawalForm,
} from './withdrawal-form.ts';

const WithdrawalStatus = z.enum(SHOWN_WITHDRAWALS);

const withdrawalFields = {
  id: Uuid,
  reference: z.string(),
  wallet_id: Uuid,
  created_at: Timestamp,
  updated_at: Timestamp,
  amount: Money,
  currency: Currency,
  status: WithdrawalStatus,
  /** When the bank paid it (UTC), once it is completed. */
  value_date: z.iso.date().nullable(),
  user_notes: z.string().nullable(),
  bankName: z.string().nullable(),
};

/** Account numbers are masked except for their last four characters. */
export const Withdrawal = named('Withdrawal', {
  ...withdrawalFields,
  accountNumber: z.string().nullable(),
  failure_reason: z.string().nullable(),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const WithdrawalPage = pageOf(Withdrawal);
export const WithdrawalAnswer = dataOf(Withdrawal);
export const WithdrawalSaved = savedOf(Withdrawal);

const PayeeDetails = named('PayeeDetails', {
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  swiftCode: z.string(),
  additionalInfo: z.string().nullable(),
});
const RevealedPayee = dataOf(PayeeDetails);

export const AdminWithdrawal = named('AdminWithdrawal', {
  ...withdrawalFields,
  user: Owner,
  requested_by: z.enum(['customer', 'administrator']),
  admin_notes: z.string().nullable(),
  failure_reason: z.string().nullable(),
  /**
   * In full only in the answer for one withdrawal that waits for the caller's decision, because the person who makes the transfer needs it; else
   * the account is masked but for its last four characters. Null where the customer left no bank data.
   */
  bank_details: PayeeDetails.nullable(),
  is_bank_masked: z.boolean(),
  /** Where its account was never paid before: from when on it may be paid. */
  payable_from: Timestamp.nullable(),
  /** Whether the account's name is the company's, compared in Latin letters; null where one of the two is not known. */
  is_company_account: z.boolean().nullable(),
  /** The file for the bank that includes it, unless the file was withdrawn. */
  payout_file: PayoutFile.nullable(),
  completed_at: Timestamp.nullable(),
  /** The first one first. */
  approvals: z.array(Approval),
  /** Pending with a first approval, or made by an administrator: a second one has to make the transfer and complete it. */
  awaits_second_approval: z.boolean(),
  /** The largest amount that one administrator may pay out alone. */
  second_approval_above: Money,
});
export type AdminWithdrawal = z.infer<typeof AdminWithdrawal>;

const AdminWithdrawalListQuery = PageQuery.extend({
  status: z.enum([...SHOWN_WITHDRAWALS, AWAITS_SECOND, IN_NO_FILE]).optional(),
  search: SearchTerm.optional(),
  user_id: Uuid.optional(),
});
export const AdminWithdrawalPage = pageOf(AdminWithdrawal);
export const AdminWithdrawalSaved = savedOf(AdminWithdrawal);

const CompleteWithdrawalBody = CompleteWithdrawalForm.prefault({});

const desk = routesFor({ auth: 'administrator', permission: 'withdrawals:read', tag: 'Admin: withdrawals' });

export const adminWithdrawalRoutes = {
  adminListWithdrawals: desk.get('/admin/withdrawals', 'Withdrawals, newest first.', AdminWithdrawalPage, {
    query: AdminWithdrawalListQuery,
  }),
  adminGetWithdrawal: desk.get('/admin/withdrawals/:id', 'One withdrawal.', dataOf(AdminWithdrawal)),
  revealWithdrawalBankDetails: desk.post(
    '/admin/withdrawals/:id/bank-details/reveal',
    'The bank data of a withdrawal in full; each look is recorded.',
    RevealedPayee,
    { permission: 'bank-details:reveal' },
  ),
  adminCreateWithdrawal: desk.post('/admin/withdrawals', 'Start a withdrawal for a customer.', AdminWithdrawalSaved, {
    expects: ['expect_account_name', 'expect_account_last_four'],
    permission: 'withdrawals:decide',
    step_up: 'payee',
    body: AdminWithdrawalForm,
    status: 201,
  }),
  completeWithdrawal: desk.post(
    '/admin/withdrawals/:id/complete',
    'The bank transfer was made.',
    AdminWithdrawalSaved,
    { expects: ['expect_amount'], permission: 'withdrawals:decide', body: CompleteWithdrawalBody },
  ),
  rejectWithdrawal: desk.post(
    '/admin/withdrawals/:id/reject',
    'Reject; the held funds go back to the wallet.',
    AdminWithdrawalSaved,
    {
      expects: { nothing: 'what was held goes back, whatever it is' },
      permission: 'withdrawals:decide',
      body: RejectWithdrawalForm,
    },
  ),
};

const own = routesFor({ auth: 'customer', tag: 'Withdrawals' });
const visitor = routesFor({ auth: 'public', tag: 'Withdrawals' });

export const withdrawalRoutes = {
  listWithdrawals: own.get('/withdrawals', 'Withdrawals, newest first.', WithdrawalPage, {
    ability: 'withdrawals:read',
    query: PageQuery,
  }),
  getWithdrawal: own.get('/withdrawals/:id', 'One withdrawal.', WithdrawalAnswer, {
    ability: 'withdrawals:read',
  }),
  // No API key ability, because money leaves only in a person's own session.
  createWithdrawal: own.post(
    '/withdrawals',
    'Ask for a payout; the amount is held until it is made or rejected. An account that was never paid before is confirmed, and waits.',
    WithdrawalSaved,
    {
      expects: { nothing: 'it names its own amount and account; there is no fee' },
      step_up: 'payee',
      body: WithdrawalForm,
      status: 201,
    },
  ),
  stopWithdrawal: visitor.post(
    '/withdrawals/stop',
    'Stop a withdrawal by the link of its mail: “This was not me”. Ends all sessions.',
    MessageAnswer,
    { rate_limit: 'auth', expects: { nothing: 'it only gives back what is held' }, body: StopWithdrawalBody },
  ),
};
