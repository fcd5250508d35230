import { ROLES, type Role } from '#core/aggregates/admin/roles.ts';

export const ROLE_TEXTS: Readonly<Record<Role, { readonly label: string; readonly does: string }>> = {
  owner: { label: 'Owner', does: 'Everything, the administrators included.' },
  approver: { label: 'Approver', does: 'Decides on deposits, withdrawals, orders and customers.' },
  catalogue: { label: 'Catalogue', does: 'Changes products, brands, banners and stock.' },
  support: {
    label: 'Support',
    does: 'Answers tickets; sees customers and their orders; signs customers out and freezes accounts.',
  },
  finance: {
    label: 'Finance',
    does: 'Reads all money and exports it; closes months; records exchange rates; keeps unassigned payments; decides nothing that pays money out.',
  },
  auditor: { label: 'Auditor', does: 'Reads everything; changes nothing.' },
};

const READS_MONEY = ['owner', 'approver', 'finance', 'auditor'] as const;

/** Which roles have which permission. Each route of an administrator names one; docs/roles.md lists both. */
export const PERMISSIONS = {
  /** One's own session and notifications. */
  own: ROLES,
  'dashboard:read': ROLES,
  'catalogue:read': ROLES,
  'catalogue:write': ['owner', 'catalogue'],
  /** Says the second yes to a price that is far from the last ones, or to a change of the catalogue with one. */
  'prices:confirm': ['owner', 'approver'],
  /** Refuses such a price; with the catalogue's role alone, only the own one. */
  'prices:refuse': ['owner', 'approver', 'catalogue'],
  'stock:write': ['owner', 'catalogue'],
  'customers:read': ['owner', 'approver', 'support', 'finance', 'auditor'],
  'customers:decide': ['owner', 'approver'],
  /** Signs customers out, freezes accounts and opens them again. */
  'customers:protect': ['owner', 'approver', 'support'],
  'second-factors:reset': ['owner'],
  /** The bank data in full; each look is recorded. */
  'bank-details:reveal': ['owner', 'approver', 'auditor'],
  'orders:read': ['owner', 'approver', 'support', 'finance', 'auditor'],
  'orders:decide': ['owner', 'approver'],
  'deposits:read': READS_MONEY,
  'deposits:decide': ['owner', 'approver'],
  'withdrawals:read': READS_MONEY,
  'withdrawals:decide': ['owner', 'approver'],
  /** Downloads and withdraws files for the bank. Files of payouts and of returns need the permission to make them, too. */
  'payouts:files': ['owner', 'approver', 'finance'],
  'approvals:read': READS_MONEY,
  'transactions:read': READS_MONEY,
  'transactions:export': ['owner', 'finance', 'auditor'],
  'ledger:read': READS_MONEY,
  /** Closes and reopens months. */
  'periods:close': ['owner', 'finance'],
  'bank:read': READS_MONEY,
  'bank:import': ['owner', 'approver', 'finance'],
  'rates:read': READS_MONEY,
  /** By hand and by import. */
  'rates:record': ['owner', 'finance'],
  /** Says the second yes to a rate that is far from the last ones, or replaces one of its day. */
  'rates:confirm': ['owner', 'approver'],
  /** Refuses such a rate; with the role of finance alone, only the own one. */
  'rates:refuse': ['owner', 'approver', 'finance'],
  /** Puts money from unknown senders into suspense, and assigns it to deposits. */
  'bank:suspense': ['owner', 'finance'],
  /** Confirms or rejects bookings of what the bank did, which finance proposes. */
  'corrections:decide': ['owner', 'approver'],
  /** Rejects them; who may only propose takes back their own. */
  'corrections:reject': ['owner', 'approver', 'finance'],
  /** Sends money in suspense back: never the lines that one imported or held oneself. */
  'bank:return': ['owner', 'approver'],
  'support:read': ['owner', 'support', 'auditor'],
  'support:write': ['owner', 'support'],
  'audit:read': READS_MONEY,
  'security:read': ['owner', 'auditor'],
  'system:read': ['owner', 'auditor'],
  'settings:read': ['owner', 'finance', 'auditor'],
  /** Who sells, and the accounts that customers pay into. */
  'settings:change': ['owner'],
  /** Sends a test of a mail to the own address. */
  'mails:test': ['owner', 'finance'],
  'administrators:manage': ['owner'],
  /** Decides erasures and exports, and opens the stored invoices of erased customers. */
  'personal-data:decide': ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type Permission = keyof typeof PERMISSIONS;

export const permissionsOf = (roles: readonly Role[]): readonly Permission[] =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(roles, permission));

export const may = (roles: readonly Role[], permission: Permission): boolean =>
  PERMISSIONS[permission].some((role) => roles.includes(role));

/** The roles that have a permission: 'owner, finance or auditor'. */
export const rolesWith = (permission: Permission): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(PERMISSIONS[permission]);
