import type { AuditSubjectKind } from '#bff/contract/identity/admin-audit.ts';

const PLACES: Readonly<Record<AuditSubjectKind, (id: string) => string>> = {
  customer: (id) => `/admin/users/${id}`,
  order: (id) => `/admin/orders/${id}`,
  deposit: (id) => `/admin/deposits?open=${id}`,
  withdrawal: (id) => `/admin/withdrawals?open=${id}`,
  wallet: (id) => `/admin/audit?subject=wallet:${id}`,
  period: () => '/admin/ledger/periods',
  suspense: (id) => `/admin/audit?subject=suspense:${id}`,
  correction: (id) => `/admin/corrections?open=${id}`,
  settings: () => '/admin/settings',
  admin: (id) => `/admin/audit?subject=admin:${id}`,
};

/** The page of an event's subject, or its trail where it has no page. */
export const subjectHref = (kind: AuditSubjectKind, id: string): string => PLACES[kind](id);
