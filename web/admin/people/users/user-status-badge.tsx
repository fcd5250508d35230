import type { AdminUser } from '#bff/contract/people/admin-customer.ts';
import { Badge, StateBadge } from '#web/ui/text/badge.tsx';

/** Active, 'Pending Approval' or erased. */
export function UserStatusBadge({ user }: { user: Pick<AdminUser, 'status' | 'is_erased'> }) {
  if (user.is_erased) return <Badge dot>Erased</Badge>;
  const isActive = user.status === 'active';
  return <StateBadge of={isActive ? { tone: 'ok', label: 'Active' } : { tone: 'warn', label: 'Pending Approval' }} />;
}
