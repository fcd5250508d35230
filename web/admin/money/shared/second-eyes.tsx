import type { ReactNode } from 'react';
import type { Approval } from '#bff/contract/base/common.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Badge, StatusBadge, statusLabel } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';

type Approved = { status: string; approvals: readonly Approval[]; awaits_second_approval: boolean };

/**
 * Whose turn it is while one of two approvals is there: another administrator confirms exactly what `first` approved; `isOwn` where that
 * was the viewer. Null where nothing waits for a second one.
 */
export function useSecondEyes({ approvals: [first], awaits_second_approval }: Approved) {
  const { administrator } = useAdministrator();
  return awaits_second_approval && first ? { first, isOwn: first.by.id === administrator?.id } : null;
}
export type SecondEyes = ReturnType<typeof useSecondEyes>;

/** The label of the button; null for no button. One's own first approval can be changed, one's own completion cannot. */
export function acceptLabel(accept: string, turn: SecondEyes): ReactNode {
  if (!turn) return statusLabel(accept);
  if (!turn.isOwn) return 'Confirm';
  if (accept !== 'approve') return null;
  return (
    <span>
      Change <span className="max-sm:sr-only">approval</span>
    </span>
  );
}

/** Its status, and for a pending one whether there is a first approval. */
export const RequestStatus = ({ request }: { request: Approved }) =>
  request.awaits_second_approval ? (
    <Badge tone="info" dot>
      Second approval
    </Badge>
  ) : (
    <StatusBadge status={request.status} />
  );

export const ApprovalList = ({ approvals }: { approvals: readonly Approval[] }) => (
  <ul className="space-y-1">
    {approvals.map(({ by, at, amount }) => (
      <li key={by.id}>
        {by.name}, <Money value={amount} />, <DateText value={at} format="datetime" />
      </li>
    ))}
  </ul>
);

/** What a first approval means: for the administrator who gave it, and for all others. */
export function SecondEyesBanner({ request }: { request: Approved }) {
  const turn = useSecondEyes(request);
  if (!turn) return null;
  const { first, isOwn } = turn;
  const said = (
    <>
      <Money value={first.amount} className="font-medium" /> on <DateText value={first.at} format="datetime" />
    </>
  );
  return (
    <Alert tone="info" title="Waits for a second approval">
      {isOwn ? (
        <>You approved {said}. Another administrator has to confirm exactly this before any money moves.</>
      ) : (
        <>
          {first.by.name} approved {said}. Confirm exactly this, or reject it; no money has moved yet.
        </>
      )}
    </Alert>
  );
}
