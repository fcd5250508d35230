import { ApprovalAllowance, ApprovalListQuery, ApprovalPage } from './admin-approval.ts';
import { DashboardQuery, DashboardStats } from './admin-dashboard.ts';
import { UuidParams } from './common.ts';
import {
  AdminDepositAnswer,
  AdminDepositListQuery,
  AdminDepositPage,
  AdminDepositSaved,
  ApproveDepositBody,
  RejectDepositBody,
} from './deposit.ts';
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
  CreateAdminWithdrawalBody,
  RejectWithdrawalBody,
} from './withdrawal.ts';

export const adminDashboardRoutes = defineRoutes({
  stats: {
    method: 'GET',
    path: '/api/admin/dashboard/stats',
    auth: 'administrator',
    permission: 'dashboard:read',
    query: DashboardQuery,
    response: DashboardStats,
    summary: 'Counts, trends and the weekly chart.',
    tag: 'Admin: dashboard',
  },
});

const approval = { auth: 'administrator', permission: 'approvals:read', tag: 'Admin: approvals' } as const;

export const adminApprovalRoutes = defineRoutes({
  list: {
    ...approval,
    background: true,
    operation: 'listWaitingApprovals',
    method: 'GET',
    path: '/api/admin/approvals',
    query: ApprovalListQuery,
    response: ApprovalPage,
    summary: 'What waits for a second administrator, the oldest first.',
  },
  allowance: {
    ...approval,
    operation: 'getApprovalAllowance',
    method: 'GET',
    path: '/api/admin/approvals/allowance',
    response: ApprovalAllowance,
    summary: 'What the caller may approve in a day, and what of it is left today.',
  },
});

const deposit = { auth: 'administrator', permission: 'deposits:read', tag: 'Admin: deposits' } as const;

export const adminDepositRoutes = defineRoutes({
  list: {
    ...deposit,
    operation: 'adminListDeposits',
    method: 'GET',
    path: '/api/admin/deposits',
    query: AdminDepositListQuery,
    response: AdminDepositPage,
    summary: 'Deposits, newest first.',
  },
  show: {
    ...deposit,
    operation: 'adminGetDeposit',
    method: 'GET',
    path: '/api/admin/deposits/:id',
    params: UuidParams,
    response: AdminDepositAnswer,
    summary: 'One deposit.',
  },
  openProof: {
    ...deposit,
    operation: 'adminOpenDepositProof',
    method: 'GET',
    path: '/api/admin/deposits/:id/payment-proof',
    params: UuidParams,
    file: 'application/octet-stream',
    summary: 'The proof of payment; each look is recorded.',
  },
  approve: {
    ...deposit,
    permission: 'deposits:decide',
    method: 'POST',
    path: '/api/admin/deposits/:id/approve',
    params: UuidParams,
    body: ApproveDepositBody,
    response: AdminDepositSaved,
    idempotent: true,
    summary: 'Approve with an amount; the wallet is credited.',
  },
  reject: {
    ...deposit,
    permission: 'deposits:decide',
    method: 'POST',
    path: '/api/admin/deposits/:id/reject',
    params: UuidParams,
    body: RejectDepositBody,
    response: AdminDepositSaved,
    idempotent: true,
    summary: 'Reject with a reason; no funds move.',
  },
  invoice: {
    ...deposit,
    operation: 'adminGetDepositInvoice',
    method: 'GET',
    path: '/api/admin/deposits/:id/invoice',
    params: UuidParams,
    file: 'application/pdf',
    summary: 'The deposit invoice as PDF.',
  },
});

const withdrawal = { auth: 'administrator', permission: 'withdrawals:read', tag: 'Admin: withdrawals' } as const;

export const adminWithdrawalRoutes = defineRoutes({
  list: {
    ...withdrawal,
    operation: 'adminListWithdrawals',
    method: 'GET',
    path: '/api/admin/withdrawals',
    query: AdminWithdrawalListQuery,
    response: AdminWithdrawalPage,
    summary: 'Withdrawals, newest first.',
  },
  show: {
    ...withdrawal,
    operation: 'adminGetWithdrawal',
    method: 'GET',
    path: '/api/admin/withdrawals/:id',
    params: UuidParams,
    response: AdminWithdrawalAnswer,
    summary: 'One withdrawal.',
  },
  create: {
    ...withdrawal,
    permission: 'withdrawals:decide',
    operation: 'adminCreateWithdrawal',
    method: 'POST',
    path: '/api/admin/withdrawals',
    body: CreateAdminWithdrawalBody,
    response: AdminWithdrawalSaved,
    status: 201,
    idempotent: true,
    summary: 'Start a withdrawal for a customer.',
  },
  complete: {
    ...withdrawal,
    permission: 'withdrawals:decide',
    method: 'POST',
    path: '/api/admin/withdrawals/:id/complete',
    params: UuidParams,
    body: CompleteWithdrawalBody,
    response: AdminWithdrawalSaved,
    idempotent: true,
    summary: 'The bank transfer was made.',
  },
  reject: {
    ...withdrawal,
    permission: 'withdrawals:decide',
    method: 'POST',
    path: '/api/admin/withdrawals/:id/reject',
    params: UuidParams,
    body: RejectWithdrawalBody,
    response: AdminWithdrawalSaved,
    idempotent: true,
    summary: 'Reject; the held funds go back to the wallet.',
  },
});

const transaction = {
  method: 'GET',
  auth: 'administrator',
  permission: 'transactions:read',
  tag: 'Admin: transactions',
} as const;

export const adminTransactionRoutes = defineRoutes({
  list: {
    ...transaction,
    operation: 'adminListTransactions',
    path: '/api/admin/transactions',
    query: AdminTransactionListQuery,
    response: AdminTransactionPage,
    summary: 'Movements of all wallets.',
  },
  export: {
    ...transaction,
    permission: 'transactions:export',
    operation: 'exportTransactions',
    path: '/api/admin/transactions/export',
    query: TransactionExportQuery,
    file: 'application/octet-stream',
    summary: 'Transactions of one wallet as CSV or XLSX.',
  },
  statementProof: {
    method: 'GET',
    operation: 'adminStatementProof',
    path: '/api/admin/wallets/:id/statement-proof',
    auth: 'administrator',
    permission: 'transactions:export',
    params: UuidParams,
    query: StatementProofQuery,
    file: 'application/json',
    summary: 'The statement of a wallet as a file that anybody can check.',
    tag: 'Admin: transactions',
  },
});

const order = { auth: 'administrator', permission: 'orders:read', tag: 'Admin: orders' } as const;

export const adminOrderRoutes = defineRoutes({
  list: {
    ...order,
    background: true,
    operation: 'adminListOrders',
    method: 'GET',
    path: '/api/admin/orders',
    query: AdminOrderListQuery,
    response: AdminOrderPage,
    summary: 'Orders.',
  },
  search: {
    ...order,
    method: 'GET',
    path: '/api/admin/orders/search',
    query: AdminOrderSearchQuery,
    response: AdminOrderPage,
    summary: 'Search orders by number or customer.',
  },
  show: {
    ...order,
    operation: 'adminGetOrder',
    method: 'GET',
    path: '/api/admin/orders/:id',
    params: UuidParams,
    response: AdminOrderAnswer,
    summary: 'One order.',
  },
  invoice: {
    ...order,
    operation: 'adminGetOrderInvoice',
    method: 'GET',
    path: '/api/admin/orders/:id/download-invoice',
    params: UuidParams,
    file: 'application/pdf',
    summary: 'The invoice as PDF.',
  },
  salesInvoice: {
    ...order,
    method: 'GET',
    path: '/api/admin/orders/:id/download-sales-invoice',
    params: UuidParams,
    file: 'application/pdf',
    summary: 'The sales invoice as PDF.',
  },
  creditNote: {
    ...order,
    operation: 'adminGetOrderCreditNote',
    method: 'GET',
    path: '/api/admin/orders/:id/credit-notes/:creditNoteId',
    params: CreditNoteParams,
    file: 'application/pdf',
    summary: 'A credit note of the order as PDF.',
  },
  setStatus: {
    ...order,
    permission: 'orders:decide',
    method: 'PATCH',
    path: '/api/admin/orders/:id/status',
    params: UuidParams,
    body: OrderStatusBody,
    response: AdminOrderSaved,
    idempotent: true,
    summary: 'Change the status, where the order’s state allows it.',
  },
  fulfill: {
    ...order,
    permission: 'orders:decide',
    method: 'POST',
    path: '/api/admin/orders/:id/fulfill',
    params: UuidParams,
    response: AdminOrderSaved,
    idempotent: true,
    summary: 'Try to allocate the codes of a paid order now.',
  },
  release: {
    ...order,
    operation: 'releaseRestOfOrderAsAdministrator',
    permission: 'orders:decide',
    method: 'POST',
    path: '/api/admin/orders/:id/release',
    params: UuidParams,
    body: ReleaseRestBody,
    response: AdminOrderSaved,
    idempotent: true,
    summary: 'Give up what was not delivered of an order; it is refunded.',
  },
});
