import type { AuditSubjectKind } from '#bff/contract/admin-audit.ts';

/** Where what an event is about can be seen: its page, or its trail where it has none. */
export function subjectHref(kind: AuditSubjectKind, id: string): string {
  switch (kind) {
    case 'customer':
      return `/admin/users/${id}`;
    case 'order':
      return `/admin/orders/${id}`;
    case 'deposit':
      return `/admin/deposits?open=${id}`;
    case 'withdrawal':
      return `/admin/withdrawals?open=${id}`;
    case 'wallet':
      return `/admin/audit?subject=wallet:${id}`;
    case 'period':
      return '/admin/ledger/periods';
    case 'suspense':
      return `/admin/audit?subject=suspense:${id}`;
    case 'admin':
      return `/admin/audit?subject=admin:${id}`;
  }
}
