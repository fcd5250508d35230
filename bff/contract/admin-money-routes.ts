import { ApprovalAllowance, ApprovalListQuery, ApprovalPage } from './admin-approval.ts';
import { DashboardQuery, DashboardStats } from './admin-dashboard.ts';
import { dataOf } from './common.ts';
import { AdminDeposit, AdminDepositListQuery, AdminDepositPage, AdminDepositSaved } from './deposit.ts';
import { ApproveDepositForm, RejectDepositForm } from './deposit-form.ts';
import {
  AdminOrderAnswer,
  AdminOrderListQuery,
  AdminOrderPage,
  AdminOrderSaved,
  AdminOrderSearchQuery,
  CreditNoteParams,
  OrderStatusBody,
  ReleaseRestBody,
} from './order.ts';
import { ANY_FILE, PDF, routesFor } from './route.ts';
import {
  AdminTransactionListQuery,
  AdminTransactionPage,
  StatementProofQuery,
  TransactionExportQuery,
} from './transaction.ts';
import {
  AdminWithdrawal,
  AdminWithdrawalListQuery,
  AdminWithdrawalPage,
  AdminWithdrawalSaved,
  CompleteWithdrawalBody,
  RevealedPayee,
} from './withdrawal.ts';
import { AdminWithdrawalForm, RejectWithdrawalForm } from './withdrawal-form.ts';

const dashboard = routesFor({ auth: 'administrator', permission: 'dashboard:read', tag: 'Admin: dashboard' });

export const adminDashboardRoutes = {
  getDashboardStats: dashboard.get('/admin/dashboard/stats', 'Counts, trends and the weekly chart.', DashboardStats, {
    query: DashboardQuery,
  }),
};

const approval = routesFor({ auth: 'administrator', permission: 'approvals:read', tag: 'Admin: approvals' });

export const adminApprovalRoutes = {
  listWaitingApprovals: approval.get(
    '/admin/approvals',
    'What waits for a second administrator, the oldest first.',
    ApprovalPage,
    { background: true, query: ApprovalListQuery },
  ),
  getApprovalAllowance: approval.get(
    '/admin/approvals/allowance',
    'What the caller may approve in a day, and what of it is left today.',
    ApprovalAllowance,
  ),
};

const deposit = routesFor({ auth: 'administrator', permission: 'deposits:read', tag: 'Admin: deposits' });

export const adminDepositRoutes = {
  adminListDeposits: deposit.get('/admin/deposits', 'Deposits, newest first.', AdminDepositPage, {
    query: AdminDepositListQuery,
  }),
  adminGetDeposit: deposit.get('/admin/deposits/:id', 'One deposit.', dataOf(AdminDeposit)),
  adminOpenDepositProof: deposit.file(
    '/admin/deposits/:id/payment-proof',
    'The proof of payment; each look is recorded.',
    ANY_FILE,
  ),
  approveDeposit: deposit.post(
    '/admin/deposits/:id/approve',
    'Approve with an amount; the wallet is credited.',
    AdminDepositSaved,
    {
      expects: ['expect_amount', 'expect_proof', 'expect_fee_percent'],
      permission: 'deposits:decide',
      body: ApproveDepositForm,
    },
  ),
  rejectDeposit: deposit.post('/admin/deposits/:id/reject', 'Reject with a reason; no funds move.', AdminDepositSaved, {
    expects: { nothing: 'it moves nothing' },
    permission: 'deposits:decide',
    body: RejectDepositForm,
  }),
  adminGetDepositInvoice: deposit.file('/admin/deposits/:id/invoice', 'The deposit invoice as PDF.', PDF),
};

const withdrawal = routesFor({ auth: 'administrator', permission: 'withdrawals:read', tag: 'Admin: withdrawals' });

export const adminWithdrawalRoutes = {
  adminListWithdrawals: withdrawal.get('/admin/withdrawals', 'Withdrawals, newest first.', AdminWithdrawalPage, {
    query: AdminWithdrawalListQuery,
  }),
  adminGetWithdrawal: withdrawal.get('/admin/withdrawals/:id', 'One withdrawal.', dataOf(AdminWithdrawal)),
  revealWithdrawalBankDetails: withdrawal.post(
    '/admin/withdrawals/:id/bank-details/reveal',
    'The bank data of a withdrawal in full; each look is recorded.',
    RevealedPayee,
    { permission: 'bank-details:reveal' },
  ),
  adminCreateWithdrawal: withdrawal.post(
    '/admin/withdrawals',
    'Start a withdrawal for a customer.',
    AdminWithdrawalSaved,
    {
      expects: ['expect_account_name', 'expect_account_last_four'],
      permission: 'withdrawals:decide',
      step_up: 'payee',
      body: AdminWithdrawalForm,
      status: 201,
    },
  ),
  completeWithdrawal: withdrawal.post(
    '/admin/withdrawals/:id/complete',
    'The bank transfer was made.',
    AdminWithdrawalSaved,
    { expects: ['expect_amount'], permission: 'withdrawals:decide', body: CompleteWithdrawalBody },
  ),
  rejectWithdrawal: withdrawal.post(
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

const transaction = routesFor({ auth: 'administrator', permission: 'transactions:read', tag: 'Admin: transactions' });

export const adminTransactionRoutes = {
  adminListTransactions: transaction.get('/admin/transactions', 'Movements of all wallets.', AdminTransactionPage, {
    query: AdminTransactionListQuery,
  }),
  exportTransactions: transaction.file(
    '/admin/transactions/export',
    'Transactions of one wallet as CSV or XLSX.',
    ANY_FILE,
    { permission: 'transactions:export', query: TransactionExportQuery },
  ),
  adminStatementProof: transaction.file(
    '/admin/wallets/:id/statement-proof',
    'The statement of a wallet as a file that anybody can check.',
    'application/json',
    { permission: 'transactions:export', query: StatementProofQuery },
  ),
};

const order = routesFor({ auth: 'administrator', permission: 'orders:read', tag: 'Admin: orders' });

export const adminOrderRoutes = {
  adminListOrders: order.get('/admin/orders', 'Orders.', AdminOrderPage, {
    background: true,
    query: AdminOrderListQuery,
  }),
  searchOrders: order.get('/admin/orders/search', 'Search orders by number or customer.', AdminOrderPage, {
    query: AdminOrderSearchQuery,
  }),
  adminGetOrder: order.get('/admin/orders/:id', 'One order.', AdminOrderAnswer),
  adminGetOrderInvoice: order.file('/admin/orders/:id/download-invoice', 'The invoice as PDF.', PDF),
  getOrderSalesInvoice: order.file('/admin/orders/:id/download-sales-invoice', 'The sales invoice as PDF.', PDF),
  adminGetOrderCreditNote: order.file(
    '/admin/orders/:id/credit-notes/:creditNoteId',
    'A credit note of the order as PDF.',
    PDF,
    { params: CreditNoteParams },
  ),
  setOrderStatus: order.patch(
    '/admin/orders/:id/status',
    'Change the status, where the order’s state allows it.',
    AdminOrderSaved,
    { expects: ['expect_refund'], permission: 'orders:decide', body: OrderStatusBody },
  ),
  fulfillOrder: order.post(
    '/admin/orders/:id/fulfill',
    'Try to allocate the codes of a paid order now.',
    AdminOrderSaved,
    { expects: { nothing: 'it delivers what was paid for' }, permission: 'orders:decide' },
  ),
  releaseRestOfOrderAsAdministrator: order.post(
    '/admin/orders/:id/release',
    'Give up what was not delivered of an order; it is refunded.',
    AdminOrderSaved,
    { expects: ['amount'], permission: 'orders:decide', body: ReleaseRestBody },
  ),
};
