import { z } from 'zod';
import { AcceptedTexts } from '#bff/contract/base/accepted-texts.ts';
import { AsOfQuery } from '#bff/contract/base/as-of.ts';
import {
  Approval,
  dataOf,
  MessageAnswer,
  Money,
  named,
  Owner,
  PageQuery,
  pageOf,
  SearchTerm,
  SortOrder,
  savedOf,
  Timestamp,
  Uuid,
} from '#bff/contract/base/common.ts';
import { ANY_FILE, oneFile, routesFor } from '#bff/contract/base/route.ts';
import { DOCUMENT_RULES } from '#bff/contract/base/upload-rules.ts';
import { Wallet } from '#bff/contract/base/wallet.ts';
import { BankingDetail } from '#bff/contract/money/banking.ts';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { AdminWithdrawalPage } from '#bff/contract/money/withdrawal.ts';
import { Company, CompanyDetailBody, CompanyIdentity, CompanySaved, DocumentSaved } from './company.ts';
import {
  CreditLimitForm,
  DiscountForm,
  FreezeAccountForm,
  ResetSecondFactorForm,
  RevokeApprovalForm,
} from './customer-form.ts';
import { MIN_USER_SEARCH_LENGTH, USER_SEARCH_TOO_SHORT } from './user-search.ts';

const AdminUserStatus = z.enum(['active', 'pending']);

const userFields = {
  id: Uuid,
  name: z.string(),
  email: z.string(),
  status: AdminUserStatus,
  email_verified_at: Timestamp.nullable(),
  is_company_detail_complete: z.boolean(),
  is_banking_detail_complete: z.boolean(),
  is_approval_requested: z.boolean(),
  /** All personal data was erased. */
  is_erased: z.boolean(),
  is_approved: z.boolean(),
  company_name: z.string().nullable(),
  /** Sum of the wallets' credit limits in USD. */
  credit: z.string(),
  created_at: Timestamp,
};

export const AdminUser = named('AdminUser', userFields);
export type AdminUser = z.infer<typeof AdminUser>;

/** Bank data is masked except for the last four characters: `POST …/banking-details/reveal` shows it. */
export const AdminUserDetail = named('AdminUserDetail', {
  ...userFields,
  wallets: z.array(Wallet),
  /** For each wallet: how much credit one administrator may give alone, and the limit that waits for a second one. */
  wallet_credit: z.array(z.object({ wallet_id: Uuid, second_approval_above: Money, proposed: Approval.nullable() })),
  /** The sum of the wallets, in the base currency at the store's rates. */
  total_balance: Money,
  company: Company.nullable(),
  /** The last approved identity, while a changed company waits for approval and payouts wait with it. */
  approved_identity: CompanyIdentity.nullable(),
  banking: z
    .object({
      bank_name: z.string(),
      account_beneficiary_name: z.string(),
      currency: z.string(),
      account_iban_last_four: z.string(),
      bic_swift_last_four: z.string(),
    })
    .nullable(),
  has_mfa: z.boolean(),
  /** The customer can stop it until `due_at`. */
  second_factor_reset: z
    .object({ requested_at: Timestamp, due_at: Timestamp, requested_by: z.string(), checked: z.string() })
    .nullable(),
  /** Nobody signs in while it is frozen. */
  frozen: z.object({ frozen_at: Timestamp, frozen_by: z.string(), reason: z.string() }).nullable(),
  last_sign_in_at: Timestamp.nullable(),
  /** The seller's texts that were accepted at sign-up; null where none was asked for, and for an account from before. */
  accepted_texts: AcceptedTexts.nullable(),
});
export type AdminUserDetail = z.infer<typeof AdminUserDetail>;

/** `company_updated_at` is that of the company that was shown, and no other is approved. It is required where a changed one waits. */
const ApproveUserBody = z.object({ company_updated_at: Timestamp.optional() });

export const AdminUserListQuery = PageQuery.extend({
  search: SearchTerm.optional(),
  status: AdminUserStatus.optional(),
  awaiting_approval: z.enum(['true', 'false']).optional(),
  sort_by: z.enum(['created_at', 'name', 'email']).default('created_at'),
  sort_order: SortOrder.default('desc'),
});
export type AdminUserListQuery = z.infer<typeof AdminUserListQuery>;
export const AdminUserPage = pageOf(AdminUser);
export const AdminUserAnswer = dataOf(AdminUserDetail);
export const AdminUserSaved = savedOf(AdminUserDetail);

const UserSearchQuery = z.object({
  term: SearchTerm.min(MIN_USER_SEARCH_LENGTH, USER_SEARCH_TOO_SHORT),
});
export const UserSearchAnswer = dataOf(z.array(Owner));

const UserDocumentParams = z.object({ id: Uuid, documentId: Uuid });

const RevokeApprovalBody = RevokeApprovalForm.prefault({});
const RejectCreditBody = CreditLimitForm.pick({ wallet_id: true, expect_proposed: true });

export const UserDiscount = named('UserDiscount', {
  user_id: Uuid,
  product_id: Uuid,
  /** The percentage in force. */
  percentage: z.number(),
  /** The percentage that a first administrator proposed. It counts once a second one confirms exactly this. */
  proposed: z
    .object({ by: z.object({ id: z.string(), name: z.string() }), at: Timestamp, percentage: z.number() })
    .nullable(),
});
export type UserDiscount = z.infer<typeof UserDiscount>;
const RejectDiscountBody = DiscountForm.pick({ user_id: true, product_id: true, expect_proposed: true });
/** The discount as it is now; null where there is none. */
export const DiscountAnswer = z.object({ message: z.string(), discount: UserDiscount.nullable() });
export type DiscountAnswer = z.infer<typeof DiscountAnswer>;
/**
 * `second_approval_above`: the largest percentage that one administrator may grant alone; `left_alone`: how many more discounts the caller
 * may raise alone now, for this customer and altogether.
 */
export const DiscountList = dataOf(z.array(UserDiscount)).extend({
  second_approval_above: z.number(),
  left_alone: z.int(),
});
export type DiscountList = z.infer<typeof DiscountList>;

const desk = routesFor({ auth: 'administrator', permission: 'customers:read', tag: 'Admin: customers' });

export const adminCustomerRoutes = {
  listCustomers: desk.get('/admin/users', 'Customers.', AdminUserPage, { query: AdminUserListQuery }),
  searchCustomers: desk.get('/admin/users/search', 'Find customers by name or e-mail, at most 20.', UserSearchAnswer, {
    query: UserSearchQuery,
  }),
  getCustomer: desk.get('/admin/users/:id', 'One customer.', AdminUserAnswer),
  getCustomerWallets: desk.get(
    '/admin/users/:id/wallets',
    'A customer’s wallets, now or at the end of a day.',
    WalletList,
    { query: AsOfQuery },
  ),
  getCustomerWithdrawals: desk.get('/admin/users/:id/withdrawals', 'A customer’s withdrawals.', AdminWithdrawalPage, {
    permission: 'withdrawals:read',
    query: PageQuery,
  }),
  approveCustomer: desk.post(
    '/admin/users/:id/approve',
    'Approve the account, or the changed company of an approved one, as it was shown.',
    AdminUserSaved,
    { expects: ['company_updated_at'], permission: 'customers:decide', body: ApproveUserBody },
  ),
  revokeCustomer: desk.post('/admin/users/:id/revoke', 'Revoke the approval.', AdminUserSaved, {
    expects: { nothing: 'it moves nothing' },
    permission: 'customers:decide',
    body: RevokeApprovalBody,
  }),
  setCustomerCredit: desk.post('/admin/users/:id/credit', 'Set the credit limit of a wallet.', AdminUserSaved, {
    expects: ['expect_credit_limit', 'expect_proposed'],
    permission: 'customers:decide',
    body: CreditLimitForm,
  }),
  rejectCustomerCredit: desk.post(
    '/admin/users/:id/credit/reject',
    'Take back a credit limit that waits for a second administrator.',
    AdminUserSaved,
    { expects: ['expect_proposed'], permission: 'customers:decide', body: RejectCreditBody },
  ),
  revealCustomerBanking: desk.post(
    '/admin/users/:id/banking-details/reveal',
    'A customer’s bank data in full; each look is recorded.',
    dataOf(BankingDetail),
    { permission: 'bank-details:reveal', idempotent: { not: 'each look is recorded' } },
  ),
  resetCustomerSecondFactor: desk.post(
    '/admin/users/:id/second-factor-reset',
    'Remove a customer’s second factor after a delay, in which the customer can stop it.',
    AdminUserSaved,
    { permission: 'second-factors:reset', step_up: true, body: ResetSecondFactorForm },
  ),
  takeSecondFactorResetBack: desk.delete(
    '/admin/users/:id/second-factor-reset',
    'Take back a reset of a second factor that waits.',
    AdminUserSaved,
    { permission: 'second-factors:reset' },
  ),
  endCustomerSessions: desk.delete(
    '/admin/users/:id/sessions',
    'Sign a customer out on every device. The customer gets an email.',
    AdminUserSaved,
    { permission: 'customers:protect', step_up: true },
  ),
  freezeCustomer: desk.post(
    '/admin/users/:id/freeze',
    'Freeze an account: nobody signs in, no API key works, no file for the bank pays it. The customer gets an email.',
    AdminUserSaved,
    { permission: 'customers:protect', step_up: true, body: FreezeAccountForm },
  ),
  unfreezeCustomer: desk.post(
    '/admin/users/:id/unfreeze',
    'Open a frozen account again. The customer gets an email.',
    AdminUserSaved,
    { permission: 'customers:protect', step_up: true },
  ),
  getCustomerDiscounts: desk.get('/admin/users/:id/discounts', 'A customer’s product discounts.', DiscountList),
  setCustomerDiscount: desk.post(
    '/admin/discounts',
    'Set a customer’s discount on a product; 0 removes it.',
    DiscountAnswer,
    { expects: ['expect_percentage', 'expect_proposed'], permission: 'customers:decide', body: DiscountForm },
  ),
  rejectCustomerDiscount: desk.post(
    '/admin/discounts/reject',
    'Take back a discount that waits for a second administrator.',
    MessageAnswer,
    { expects: ['expect_proposed'], permission: 'customers:decide', body: RejectDiscountBody },
  ),
  saveCustomerCompany: desk.post(
    '/admin/users/:id/company-details',
    'Create or change a customer’s company details.',
    CompanySaved,
    {
      expects: { nothing: 'it prices nothing; the approval names the company that was shown' },
      permission: 'customers:decide',
      body: CompanyDetailBody,
    },
  ),
  addCustomerDocument: desk.post(
    '/admin/users/:id/company-details/documents',
    'Upload a company document for a customer.',
    DocumentSaved,
    {
      expects: { nothing: 'it prices nothing' },
      permission: 'customers:decide',
      multipart: oneFile('document', DOCUMENT_RULES.maxBytes),
      status: 201,
    },
  ),
  openCustomerDocument: desk.file(
    '/admin/users/:id/company-details/documents/:documentId',
    'Download a customer’s document; each look is recorded.',
    ANY_FILE,
    { params: UserDocumentParams },
  ),
  removeCustomerDocument: desk.delete(
    '/admin/users/:id/company-details/documents/:documentId',
    'Delete a customer’s document.',
    MessageAnswer,
    { expects: { nothing: 'it prices nothing' }, permission: 'customers:decide', params: UserDocumentParams },
  ),
};
