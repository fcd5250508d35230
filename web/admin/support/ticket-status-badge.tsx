import type { TicketStatus } from '#bff/contract/support.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

const LOOK: Record<TicketStatus, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warn' },
  answered: { label: 'Answered', tone: 'ok' },
  closed: { label: 'Closed', tone: 'none' },
};

export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  return (
    <Badge tone={LOOK[status].tone} dot>
      {LOOK[status].label}
    </Badge>
  );
}
