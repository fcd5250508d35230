import type { WaitingApproval } from '#bff/contract/admin-approval.ts';
import { APPROVAL_PERMISSIONS } from '#bff/contract/approval-kinds.ts';
import { useMay } from '#web/admin/shared/may.tsx';
import { useAdministrator } from '#web/lib/administrator.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';

export type Decide = (row: WaitingApproval, decision: 'confirm' | 'reject') => void;

/**
 * The caller's actions on a row, or why there are none. A deposit, a payout or a line of the bank is decided on its own page, with its papers; a limit or a
 * discount, a price or a change to an administrator has none and is decided here.
 */
export function YourTurn({ row, href, onDecide }: { row: WaitingApproval; href: string; onDecide: Decide }) {
  const { administrator } = useAdministrator();
  const mayReject = useMay(APPROVAL_PERMISSIONS[row.kind]);
  const isOwn = row.first.by.id === administrator?.id;
  const isDocument = row.kind === 'deposit' || row.kind === 'withdrawal' || row.kind === 'bank_line';
  const no = isOwn ? 'Take back' : 'Reject';
  const who = row.kind === 'administrator' ? 'Another owner decides' : 'An approver decides';
  const name = row.user ? `${row.reference} of ${row.user.name}` : row.reference;
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {isOwn && <span className="text-sm text-muted">You approved first</span>}
      {!isOwn && !row.may_confirm && <span className="text-sm text-muted">{who}</span>}
      {isDocument && row.may_confirm && (
        <LinkButton size="sm" href={href} aria-label={`Look and decide: ${name}`}>
          Look and decide
        </LinkButton>
      )}
      {!isDocument && mayReject && (
        <Button size="sm" variant="danger-ghost" aria-label={`${no}: ${name}`} onClick={() => onDecide(row, 'reject')}>
          {no}
        </Button>
      )}
      {!isDocument && row.may_confirm && (
        <Button size="sm" variant="primary" aria-label={`Confirm: ${name}`} onClick={() => onDecide(row, 'confirm')}>
          Confirm
        </Button>
      )}
    </span>
  );
}
