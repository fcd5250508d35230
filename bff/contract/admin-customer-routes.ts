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
  RevokeApprovalBody,
  UserDocumentParams,
  UserSearchAnswer,
  UserSearchQuery,
} from './admin-customer.ts';
import { CreditLimitForm, DiscountForm, FreezeAccountForm, ResetSecondFactorForm } from './admin-forms.ts';
import { TrialBalanceQuery } from './admin-ledger.ts';
import { BankingDetail } from './banking.ts';
import { dataOf, MessageAnswer, PageQuery } from './common.ts';
import { CompanyDetailBody, CompanySaved, DocumentSaved } from './company.ts';
import { ANY_FILE, oneFile, routesFor } from './route.ts';
import { DOCUMENT_RULES } from './upload-rules.ts';
import { WalletList } from './wallet.ts';
import { AdminWithdrawalPage } from './withdrawal.ts';

const user = routesFor({ auth: 'administrator', permission: 'customers:read', tag: 'Admin: customers' });

export const adminCustomerRoutes = {
  listCustomers: user.get('/admin/users', 'Customers.', AdminUserPage, { query: AdminUserListQuery }),
  searchCustomers: user.get('/admin/users/search', 'Find customers by name or e-mail, at most 20.', UserSearchAnswer, {
    query: UserSearchQuery,
  }),
  getCustomer: user.get('/admin/users/:id', 'One customer.', AdminUserAnswer),
  getCustomerWallets: user.get(
    '/admin/users/:id/wallets',
    'A customer’s wallets, now or at the end of a day.',
    WalletList,
    { query: TrialBalanceQuery },
  ),
  getCustomerWithdrawals: user.get('/admin/users/:id/withdrawals', 'A customer’s withdrawals.', AdminWithdrawalPage, {
    permission: 'withdrawals:read',
    query: PageQuery,
  }),
  approveCustomer: user.post(
    '/admin/users/:id/approve',
    'Approve the account, or the changed company of an approved one, as it was shown.',
    AdminUserSaved,
    { expects: ['company_updated_at'], permission: 'customers:decide', body: ApproveUserBody },
  ),
  revokeCustomer: user.post('/admin/users/:id/revoke', 'Revoke the approval.', AdminUserSaved, {
    expects: { nothing: 'it moves nothing' },
    permission: 'customers:decide',
    body: RevokeApprovalBody,
  }),
  setCustomerCredit: user.post('/admin/users/:id/credit', 'Set the credit limit of a wallet.', AdminUserSaved, {
    expects: ['expect_credit_limit', 'expect_proposed'],
    permission: 'customers:decide',
    body: CreditLimitForm,
  }),
  rejectCustomerCredit: user.post(
    '/admin/users/:id/credit/reject',
    'Take back a credit limit that waits for a second administrator.',
    AdminUserSaved,
    { expects: ['expect_proposed'], permission: 'customers:decide', body: RejectCreditBody },
  ),
  revealCustomerBanking: user.post(
    '/admin/users/:id/banking-details/reveal',
    'A customer’s bank data in full; each look is recorded.',
    dataOf(BankingDetail),
    { permission: 'bank-details:reveal', idempotent: { not: 'each look is recorded' } },
  ),
  resetCustomerSecondFactor: user.post(
    '/admin/users/:id/second-factor-reset',
    'Remove a customer’s second factor after a delay, in which the customer can stop it.',
    AdminUserSaved,
    { permission: 'second-factors:reset', step_up: true, body: ResetSecondFactorForm },
  ),
  takeSecondFactorResetBack: user.delete(
    '/admin/users/:id/second-factor-reset',
    'Take back a reset of a second factor that waits.',
    AdminUserSaved,
    { permission: 'second-factors:reset' },
  ),
  endCustomerSessions: user.delete(
    '/admin/users/:id/sessions',
    'Sign a customer out on every device. The customer is told.',
    AdminUserSaved,
    { permission: 'customers:protect', step_up: true },
  ),
  freezeCustomer: user.post(
    '/admin/users/:id/freeze',
    'Freeze an account: nobody signs in and no API key works. The customer is told.',
    AdminUserSaved,
    { permission: 'customers:protect', step_up: true, body: FreezeAccountForm },
  ),
  unfreezeCustomer: user.post(
    '/admin/users/:id/unfreeze',
    'Open a frozen account again. The customer is told.',
    AdminUserSaved,
    { permission: 'customers:protect', step_up: true },
  ),
  getCustomerDiscounts: user.get('/admin/users/:id/discounts', 'A customer’s product discounts.', DiscountList),
  setCustomerDiscount: user.post(
    '/admin/discounts',
    'Set a customer’s discount on a product; 0 removes it.',
    DiscountAnswer,
    { expects: ['expect_percentage', 'expect_proposed'], permission: 'customers:decide', body: DiscountForm },
  ),
  rejectCustomerDiscount: user.post(
    '/admin/discounts/reject',
    'Take back a discount that waits for a second administrator.',
    MessageAnswer,
    { expects: ['expect_proposed'], permission: 'customers:decide', body: RejectDiscountBody },
  ),
  saveCustomerCompany: user.post(
    '/admin/users/:id/company-details',
    'Create or change a customer’s company details.',
    CompanySaved,
    {
      expects: { nothing: 'it prices nothing; the approval names the company that was shown' },
      permission: 'customers:decide',
      body: CompanyDetailBody,
    },
  ),
  addCustomerDocument: user.post(
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
  openCustomerDocument: user.file(
    '/admin/users/:id/company-details/documents/:documentId',
    'Download a customer’s document; each look is recorded.',
    ANY_FILE,
    { params: UserDocumentParams },
  ),
  removeCustomerDocument: user.delete(
    '/admin/users/:id/company-details/documents/:documentId',
    'Delete a customer’s document.',
    MessageAnswer,
    { expects: { nothing: 'it prices nothing' }, permission: 'customers:decide', params: UserDocumentParams },
  ),
};
