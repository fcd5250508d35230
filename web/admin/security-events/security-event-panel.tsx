import { Link } from 'wouter';
import type { SecurityEvent } from '#bff/contract/admin-security-event-routes.ts';
import { SECURITY_EVENTS } from '#bff/contract/security-event-kinds.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { SidePanel } from '#web/ui/frames/side-panel.tsx';
import { subjectHref } from '../shared/subject-href.ts';
import { SeverityBadge } from './severity-badge.tsx';

type Props = { id: string; known: SecurityEvent | undefined; onClose: () => void };

/** One event: what it means, whose account, from where, and what else that address or account did. */
export function SecurityEventPanel({ id, known, onClose }: Props) {
  return (
    <SidePanel
      read={apiQuery('GET /admin/security-events/:id', { params: { id } })}
      known={known}
      noun="security event"
      failed="The security event could not be read"
      skeleton={['h-20 rounded-lg', 'h-48']}
      onClose={onClose}
      title={(event) => (
        <>
          {SECURITY_EVENTS[event.kind].name}
          <SeverityBadge severity={event.severity} />
        </>
      )}
      description={(event) => <DateText value={event.last_at} format="datetime" />}
    >
      {(event) => (
        <>
          <Alert tone={event.severity === 'severe' ? 'bad' : 'info'}>{SECURITY_EVENTS[event.kind].sentence}</Alert>
          <DetailList details={detailsOf(event)} />
        </>
      )}
    </SidePanel>
  );
}

const none = <span className="text-muted">—</span>;
const link = (href: string, text: string) => (
  <Link href={href} className="text-accent-ink underline wrap-anywhere">
    {text}
  </Link>
);
const logOf = (filter: 'account' | 'address', value: string) =>
  `/admin/security-events?${new URLSearchParams({ [filter]: value })}`;

function detailsOf({ account, address, detail, times, first_at, last_at }: SecurityEvent) {
  return [
    {
      label: 'Account',
      value: account
        ? link(
            subjectHref(account.kind === 'customer' ? 'customer' : 'admin', account.id),
            `${account.name} (${account.kind}, ${account.email})`,
          )
        : none,
    },
    ...(account ? [{ label: 'More of this account', value: link(logOf('account', account.id), 'Show all') }] : []),
    { label: 'Network address', value: address === '' ? none : <span className="tabular">{address}</span> },
    ...(address === '' ? [] : [{ label: 'More of this address', value: link(logOf('address', address), 'Show all') }]),
    { label: 'Circumstance', value: detail === '' ? none : <span className="wrap-anywhere">{detail}</span> },
    { label: 'Times', value: <span className="tabular">{times}</span> },
    { label: 'First', value: <DateText value={first_at} format="datetime" /> },
    { label: 'Last', value: <DateText value={last_at} format="datetime" /> },
  ];
}
