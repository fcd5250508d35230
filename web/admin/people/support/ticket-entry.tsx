import { Link } from 'wouter';
import type { SupportTicket, TicketStatus } from '#bff/contract/people/support.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Badge, StateBadge, type Tone } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

export const TICKET_STATES: Record<TicketStatus, { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'warn' },
  answered: { label: 'Answered', tone: 'ok' },
  closed: { label: 'Closed', tone: 'none' },
};

type EntryProps = { ticket: SupportTicket; href: string; isOpen: boolean; hasDraft: boolean };

export function TicketEntry({ ticket, href, isOpen, hasDraft }: EntryProps) {
  return (
    <li>
      <Link
        href={href}
        aria-current={isOpen || undefined}
        className={cx(
          'block px-4 py-3.5 text-left -outline-offset-2 transition-colors',
          isOpen ? 'bg-accent-soft' : 'hover:bg-hover/60',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className={cx('truncate text-sm', ticket.status === 'open' ? 'font-semibold' : 'font-medium')}>
            {ticket.subject}
          </span>
          <DateText value={ticket.created_at} format="relative" className="shrink-0 text-xs text-muted" />
        </span>
        <span className="mt-0.5 block truncate text-xs text-muted">{ticket.message}</span>
        <span className="mt-2 flex items-center justify-between gap-3">
          <span className="truncate text-xs text-muted">{ticket.full_name}</span>
          <span className="flex shrink-0 gap-1.5">
            {hasDraft && <Badge tone="accent">Draft</Badge>}
            <StateBadge of={TICKET_STATES[ticket.status]} />
          </span>
        </span>
      </Link>
    </li>
  );
}
