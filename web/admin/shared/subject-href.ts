import type { AuditSubjectKind } from '#bff/contract/admin-audit.ts';

/** The page of what an event is about; null for what has no page of its own. */
export function subjectHref(kind: AuditSubjectKind, id: string): string | null {
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
    case 'admin':
      return `/admin/audit?subject=admin:${id}`;
  }
}
