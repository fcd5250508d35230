import { ApprovalAllowance, ApprovalListQuery, ApprovalPage } from './admin-approval.ts';
import { DashboardQuery, DashboardStats } from './admin-dashboard.ts';
import { AdminDepositAnswer, AdminDepositListQuery, AdminDepositPage, AdminDepositSaved } from './deposit.ts';
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
import { defineRoutes } from './route.ts';
import {
  AdminTransactionListQuery,
  AdminTransactionPage,
  StatementProofQuery,
  TransactionExportQuery,
} from './transaction.ts';
import {
  AdminWithdrawalAnswer,
  AdminWithdrawalListQuery,
  AdminWithdrawalPage,
  AdminWithdrawalSaved,
  CompleteWithdrawalBody,
  RevealedPayee,
} from './withdrawal.ts';
import { AdminWithdrawalForm, RejectWithdrawalForm } from './withdrawal-form.ts';

const dashboard = { auth: 'administrator', permission: 'dashboard:read', tag: 'Admin: dashboard' } as const;

export const adminDashboardRoutes = defineRoutes(dashboard, {
  stats: {
    call: 'GET /admin/dashboard/stats',
    query: DashboardQuery,
    response: DashboardStats,
    summary: 'Counts, trends and the weekly chart.',
  },
});

const approval = { auth: 'administrator', permission: 'approvals:read', tag: 'Admin: approvals' } as const;

export const adminApprovalRoutes = defineRoutes(approval, {
  list: {
    call: 'GET /admin/approvals',
    background: true,
    operation: 'listWaitingApprovals',
    query: ApprovalListQuery,
    response: ApprovalPage,
    summary: 'What waits for a second administrator, the oldest first.',
  },
  allowance: {
    call: 'GET /admin/approvals/allowance',
    operation: 'getApprovalAllowance',
    response: ApprovalAllowance,
    summary: 'What the caller may approve in a day, and what of it is left today.',
  },
});

const deposit = { auth: 'administrator', permission: 'deposits:read', tag: 'Admin: deposits' } as const;

export const adminDepositRoutes = defineRoutes(deposit, {
  list: {
    call: 'GET /admin/deposits',
    operation: 'adminListDeposits',
    query: AdminDepositListQuery,
    response: AdminDepositPage,
    summary: 'Deposits, newest first.',
  },
  show: {
    call: 'GET /admin/deposits/:id',
    operation: 'adminGetDeposit',
    response: AdminDepositAnswer,
    summary: 'One deposit.',
  },
  openProof: {
    call: 'GET /admin/deposits/:id/payment-proof',
    operation: 'adminOpenDepositProof',
    file: 'application/octet-stream',
    summary: 'The proof of payment; each look is recorded.',
  },
  approve: {
    call: 'POST /admin/deposits/:id/approve',
    expects: ['expect_amount', 'expect_proof', 'expect_fee_percent'],
    permission: 'deposits:decide',
    body: ApproveDepositForm,
    response: AdminDepositSaved,
    idempotent: true,
    summary: 'Approve with an amount; the wallet is credited.',
  },
  reject: {
    call: 'POST /admin/deposits/:id/reject',
    expects: { nothing: 'it moves nothing' },
    permission: 'deposits:decide',
    body: RejectDepositForm,
    response: AdminDepositSaved,
    idempotent: true,
    summary: 'Reject with a reason; no funds move.',
  },
  invoice: {
    call: 'GET /admin/deposits/:id/invoice',
    operation: 'adminGetDepositInvoice',
    file: 'application/pdf',
    summary: 'The deposit invoice as PDF.',
  },
});

const withdrawal = { auth: 'administrator', permission: 'withdrawals:read', tag: 'Admin: withdrawals' } as const;

export const adminWithdrawalRoutes = defineRoutes(withdrawal, {
  list: {
    call: 'GET /admin/withdrawals',
    operation: 'adminListWithdrawals',
    query: AdminWithdrawalListQuery,
    response: AdminWithdrawalPage,
    summary: 'Withdrawals, newest first.',
  },
  show: {
    call: 'GET /admin/withdrawals/:id',
    operation: 'adminGetWithdrawal',
    response: AdminWithdrawalAnswer,
    summary: 'One withdrawal.',
  },
  revealBank: {
    call: 'POST /admin/withdrawals/:id/bank-details/reveal',
    permission: 'bank-details:reveal',
    operation: 'revealWithdrawalBankDetails',
    response: RevealedPayee,
    summary: 'The bank data of a withdrawal in full; each look is recorded.',
  },
  create: {
    call: 'POST /admin/withdrawals',
    expects: ['expect_account_name', 'expect_account_last_four'],
    permission: 'withdrawals:decide',
    step_up: 'payee',
    operation: 'adminCreateWithdrawal',
    body: AdminWithdrawalForm,
    response: AdminWithdrawalSaved,
    status: 201,
    idempotent: true,
    summary: 'Start a withdrawal for a customer.',
  },
  complete: {
    call: 'POST /admin/withdrawals/:id/complete',
    expects: ['expect_amount'],
    permission: 'withdrawals:decide',
    body: CompleteWithdrawalBody,
    response: AdminWithdrawalSaved,
    idempotent: true,
    summary: 'The bank transfer was made.',
  },
  reject: {
    call: 'POST /admin/withdrawals/:id/reject',
    expects: { nothing: 'what was held goes back, whatever it is' },
    permission: 'withdrawals:decide',
    body: RejectWithdrawalForm,
    response: AdminWithdrawalSaved,
    idempotent: true,
    summary: 'Reject; the held funds go back to the wallet.',
  },
});

const transaction = {
  auth: 'administrator',
  permission: 'transactions:read',
  tag: 'Admin: transactions',
} as const;

export const adminTransactionRoutes = defineRoutes(transaction, {
  list: {
    call: 'GET /admin/transactions',
    operation: 'adminListTransactions',
    query: AdminTransactionListQuery,
    response: AdminTransactionPage,
    summary: 'Movements of all wallets.',
  },
  export: {
    call: 'GET /admin/transactions/export',
    permission: 'transactions:export',
    operation: 'exportTransactions',
    query: TransactionExportQuery,
    file: 'application/octet-stream',
    summary: 'Transactions of one wallet as CSV or XLSX.',
  },
  statementProof: {
    call: 'GET /admin/wallets/:id/statement-proof',
    operation: 'adminStatementProof',
    permission: 'transactions:export',
    query: StatementProofQuery,
    file: 'application/json',
    summary: 'The statement of a wallet as a file that anybody can check.',
  },
});

const order = { auth: 'administrator', permission: 'orders:read', tag: 'Admin: orders' } as const;

export const adminOrderRoutes = defineRoutes(order, {
  list: {
    call: 'GET /admin/orders',
    background: true,
    operation: 'adminListOrders',
    query: AdminOrderListQuery,
    response: AdminOrderPage,
    summary: 'Orders.',
  },
  search: {
    call: 'GET /admin/orders/search',
    query: AdminOrderSearchQuery,
    response: AdminOrderPage,
    summary: 'Search orders by number or customer.',
  },
  show: {
    call: 'GET /admin/orders/:id',
    operation: 'adminGetOrder',
    response: AdminOrderAnswer,
    summary: 'One order.',
  },
  invoice: {
    call: 'GET /admin/orders/:id/download-invoice',
    operation: 'adminGetOrderInvoice',
    file: 'application/pdf',
    summary: 'The invoice as PDF.',
  },
  salesInvoice: {
    call: 'GET /admin/orders/:id/download-sales-invoice',
    file: 'application/pdf',
    summary: 'The sales invoice as PDF.',
  },
  creditNote: {
    call: 'GET /admin/orders/:id/credit-notes/:creditNoteId',
    operation: 'adminGetOrderCreditNote',
    params: CreditNoteParams,
    file: 'application/pdf',
    summary: 'A credit note of the order as PDF.',
  },
  setStatus: {
    call: 'PATCH /admin/orders/:id/status',
    expects: ['expect_refund'],
    permission: 'orders:decide',
    body: OrderStatusBody,
    response: AdminOrderSaved,
    idempotent: true,
    summary: 'Change the status, where the order’s state allows it.',
  },
  fulfill: {
    call: 'POST /admin/orders/:id/fulfill',
    expects: { nothing: 'it delivers what was paid for' },
    permission: 'orders:decide',
    response: AdminOrderSaved,
    idempotent: true,
    summary: 'Try to allocate the codes of a paid order now.',
  },
  release: {
    call: 'POST /admin/orders/:id/release',
    expects: ['amount'],
    operation: 'releaseRestOfOrderAsAdministrator',
    permission: 'orders:decide',
    body: ReleaseRestBody,
    response: AdminOrderSaved,
    idempotent: true,
    summary: 'Give up what was not delivered of an order; it is refunded.',
  },
});
