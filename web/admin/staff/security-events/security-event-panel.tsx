import { Link } from 'wouter';
import type { SecurityEvent } from '#bff/contract/identity/admin-security-event-routes.ts';
import { SECURITY_EVENTS, type Severity } from '#bff/contract/identity/security-event-kinds.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SidePanel } from '#web/ui/list/side-panel.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { StateBadge, statusLabel, type Tone } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

const TONES: Record<Severity, Tone> = { low: 'none', medium: 'warn', severe: 'bad' };

export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <StateBadge of={{ tone: TONES[severity], label: statusLabel(severity) }} />
);

export function SecurityEventPanel({ id, ...shown }: OpenRecord<SecurityEvent>) {
  return (
    <SidePanel
      {...shown}
      read={apiQuery('GET /admin/security-events/:id', { params: { id } })}
      noun="security event"
      failed="The security event could not be read"
      skeleton={['h-20 rounded-lg', 'h-48']}
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
      value:
        account &&
        link(
          subjectHref(account.kind === 'customer' ? 'customer' : 'admin', account.id),
          `${account.name} (${account.kind}, ${account.email})`,
        ),
    },
    account && { label: 'More of this account', value: link(logOf('account', account.id), 'Show all') },
    { label: 'Network address', value: address && <span className="tabular">{address}</span> },
    address && { label: 'More of this address', value: link(logOf('address', address), 'Show all') },
    { label: 'Circumstance', value: detail && <span className="wrap-anywhere">{detail}</span> },
    { label: 'Count', value: <span className="tabular">{times}</span> },
    { label: 'First', value: <DateText value={first_at} format="datetime" /> },
    { label: 'Last', value: <DateText value={last_at} format="datetime" /> },
  ];
}
