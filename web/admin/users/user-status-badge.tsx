import type { AdminUser } from '#bff/contract/admin-customer.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Active or 'Pending Approval'; unknown values show as pending. */
export function UserStatusBadge({ user }: { user: Pick<AdminUser, 'status'> }) {
  const isActive = user.status === 'active';
  return (
    <Badge tone={isActive ? 'ok' : 'warn'} dot>
      {isActive ? 'Active' : 'Pending Approval'}
    </Badge>
  );
}
