import {
  AdminUserAnswer,
  AdminUserListQuery,
  AdminUserPage,
  AdminUserSaved,
  ApproveUserBody,
  DiscountAnswer,
  DiscountList,
  RejectCreditBody,
  RejectDiscountBody,
  RevealedBanking,
  RevokeApprovalBody,
  UserDocumentParams,
  UserSearchAnswer,
  UserSearchQuery,
} from './admin-customer.ts';
import { CreditLimitForm, DiscountForm, ResetSecondFactorForm } from './admin-forms.ts';
import { TrialBalanceQuery } from './admin-ledger.ts';
import { MessageAnswer, PageQuery } from './common.ts';
import { CompanyDetailBody, CompanySaved, DocumentSaved } from './company.ts';
import { defineRoutes } from './route.ts';
import { DOCUMENT_RULES } from './upload-rules.ts';
import { WalletList } from './wallet.ts';
import { AdminWithdrawalPage } from './withdrawal.ts';

const user = { auth: 'administrator', permission: 'customers:read', tag: 'Admin: customers' } as const;

export const adminCustomerRoutes = defineRoutes(user, {
  list: {
    call: 'GET /admin/users',
    query: AdminUserListQuery,
    response: AdminUserPage,
    summary: 'Customers.',
  },
  search: {
    call: 'GET /admin/users/search',
    query: UserSearchQuery,
    response: UserSearchAnswer,
    summary: 'Find customers by name or e-mail, at most 20.',
  },
  show: {
    call: 'GET /admin/users/:id',
    response: AdminUserAnswer,
    summary: 'One customer.',
  },
  wallets: {
    call: 'GET /admin/users/:id/wallets',
    query: TrialBalanceQuery,
    response: WalletList,
    summary: 'A customer’s wallets, now or at the end of a day.',
  },
  withdrawals: {
    call: 'GET /admin/users/:id/withdrawals',
    permission: 'withdrawals:read',
    query: PageQuery,
    response: AdminWithdrawalPage,
    summary: 'A customer’s withdrawals.',
  },
  approve: {
    call: 'POST /admin/users/:id/approve',
    expects: ['company_updated_at'],
    permission: 'customers:decide',
    body: ApproveUserBody,
    response: AdminUserSaved,
    idempotent: true,
    summary: 'Approve the account, or the changed company of an approved one, as it was shown.',
  },
  revoke: {
    call: 'POST /admin/users/:id/revoke',
    expects: { nothing: 'it moves nothing' },
    permission: 'customers:decide',
    body: RevokeApprovalBody,
    response: AdminUserSaved,
    idempotent: true,
    summary: 'Revoke the approval.',
  },
  setCredit: {
    call: 'POST /admin/users/:id/credit',
    expects: ['expect_credit_limit', 'expect_proposed'],
    permission: 'customers:decide',
    body: CreditLimitForm,
    response: AdminUserSaved,
    idempotent: true,
    summary: 'Set the credit limit of a wallet.',
  },
  rejectCredit: {
    call: 'POST /admin/users/:id/credit/reject',
    expects: ['expect_proposed'],
    permission: 'customers:decide',
    body: RejectCreditBody,
    response: AdminUserSaved,
    idempotent: true,
    summary: 'Take back a credit limit that waits for a second administrator.',
  },
  revealBanking: {
    call: 'POST /admin/users/:id/banking-details/reveal',
    permission: 'bank-details:reveal',
    response: RevealedBanking,
    summary: 'A customer’s bank data in full; each look is recorded.',
  },
  resetSecondFactor: {
    call: 'POST /admin/users/:id/second-factor-reset',
    permission: 'second-factors:reset',
    step_up: true,
    operation: 'resetCustomerSecondFactor',
    body: ResetSecondFactorForm,
    response: AdminUserSaved,
    summary: 'Remove a customer’s second factor after a delay, in which the customer can stop it.',
  },
  takeSecondFactorResetBack: {
    call: 'DELETE /admin/users/:id/second-factor-reset',
    permission: 'second-factors:reset',
    operation: 'takeSecondFactorResetBack',
    response: AdminUserSaved,
    summary: 'Take back a reset of a second factor that waits.',
  },
  discounts: {
    call: 'GET /admin/users/:id/discounts',
    response: DiscountList,
    summary: 'A customer’s product discounts.',
  },
  setDiscount: {
    call: 'POST /admin/discounts',
    expects: ['expect_percentage', 'expect_proposed'],
    permission: 'customers:decide',
    body: DiscountForm,
    response: DiscountAnswer,
    summary: 'Set a customer’s discount on a product; 0 removes it.',
  },
  rejectDiscount: {
    call: 'POST /admin/discounts/reject',
    expects: ['expect_proposed'],
    permission: 'customers:decide',
    operation: 'rejectCustomerDiscount',
    body: RejectDiscountBody,
    response: MessageAnswer,
    summary: 'Take back a discount that waits for a second administrator.',
  },
  saveCompany: {
    call: 'POST /admin/users/:id/company-details',
    expects: { nothing: 'it prices nothing; the approval names the company that was shown' },
    permission: 'customers:decide',
    operation: 'saveCustomerCompany',
    body: CompanyDetailBody,
    response: CompanySaved,
    summary: 'Create or change a customer’s company details.',
  },
  addDocument: {
    call: 'POST /admin/users/:id/company-details/documents',
    expects: { nothing: 'it prices nothing' },
    permission: 'customers:decide',
    multipart: { files: ['document'], max_file_bytes: DOCUMENT_RULES.maxBytes, max_files: 1 },
    response: DocumentSaved,
    status: 201,
    summary: 'Upload a company document for a customer.',
  },
  openDocument: {
    call: 'GET /admin/users/:id/company-details/documents/:documentId',
    params: UserDocumentParams,
    file: 'application/octet-stream',
    summary: 'Download a customer’s document; each look is recorded.',
  },
  removeDocument: {
    call: 'DELETE /admin/users/:id/company-details/documents/:documentId',
    expects: { nothing: 'it prices nothing' },
    permission: 'customers:decide',
    params: UserDocumentParams,
    response: MessageAnswer,
    summary: 'Delete a customer’s document.',
  },
});
