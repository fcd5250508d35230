import type { Permission } from '#bff/contract/base/roles.ts';

/** The kinds of requests that wait for a second administrator, each with the permission to approve it. */
export const APPROVAL_PERMISSIONS = {
  deposit: 'deposits:decide',
  bank_line: 'deposits:decide',
  withdrawal: 'withdrawals:decide',
  credit_limit: 'customers:decide',
  discount: 'customers:decide',
  discount_plan: 'customers:decide',
  price: 'prices:confirm',
  catalogue: 'prices:confirm',
  rate: 'rates:confirm',
  administrator: 'administrators:manage',
  settings: 'settings:change',
} as const satisfies Readonly<Record<string, Permission>>;
type ApprovalKind = keyof typeof APPROVAL_PERMISSIONS;
export const APPROVAL_KINDS = Object.keys(APPROVAL_PERMISSIONS) as [ApprovalKind, ...ApprovalKind[]];
