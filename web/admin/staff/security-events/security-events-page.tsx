import { ShieldAlert } from 'lucide-react';
import { Link } from 'wouter';
import { daysRefusal } from '#bff/contract/base/days.ts';
import type { SecurityEvent } from '#bff/contract/identity/admin-security-event-routes.ts';
import { SECURITY_EVENT_KINDS, SECURITY_EVENTS, SEVERITIES } from '#bff/contract/identity/security-event-kinds.ts';
import { DayFields } from '#web/admin/shared/fields/day-fields.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { readerZone } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { SecurityEventPanel, SeverityBadge } from './security-event-panel.tsx';

const REFRESH_MILLISECONDS = 5_000;

const COLUMNS: readonly TableColumn<SecurityEvent>[] = [
  column.text(
    'What happened',
    (row) => (
      <span className="block min-w-0 max-w-80">
        <span className="block truncate font-medium">{SECURITY_EVENTS[row.kind].name}</span>
        <span className="block truncate text-xs font-normal text-muted" title={row.detail}>
          {row.detail}
        </span>
      </span>
    ),
    { id: 'kind', card: 'title' },
  ),
  column.text('Severity', (row) => <SeverityBadge severity={row.severity} />),
  column.text(
    'Account',
    ({ account }) =>
      account && (
        <span className="block max-w-52 min-w-0 max-md:ml-auto">
          <span className="block truncate">{account.name}</span>
          <span className="block truncate text-xs text-muted">{account.email}</span>
        </span>
      ),
  ),
  column.text('Address', ({ address }) => address !== '' && <span className="tabular">{address}</span>),
  column.text('Count', (row) => row.times, { id: 'times', align: 'right' }),
  column.moment('When', (row) => row.last_at, { id: 'last_at', className: 'text-muted' }),
];

const all = (label: string) => ({ value: '', label });
const KINDS = [
  all('Everything'),
  ...SECURITY_EVENT_KINDS.map((value) => ({ value, label: SECURITY_EVENTS[value].name })),
];
const SEVERITY_CHOICES = [all('Any'), ...SEVERITIES.map((value) => ({ value, label: statusLabel(value) }))];

/** The list reloads itself while it is visible. */
export const SecurityEventsPage = () => (
  <ListScreen
    title="Security log"
    description={
      <>
        What may be an attack, counted by account and address for each minute. What administrators do is in the{' '}
        <Link href="/admin/audit" className="underline">
          audit trail
        </Link>
        .
      </>
    }
    caption="Security events"
    noun="events"
    filters={{
      kind: ['', ...SECURITY_EVENT_KINDS],
      severity: ['', ...SEVERITIES],
      account: '',
      address: '',
      start_date: 'day',
      end_date: 'day',
    }}
    read={(query) => ({
      ...apiQuery('GET /admin/security-events', { query: { ...query, time_zone: readerZone() } }),
      enabled: !daysRefusal(query),
      refetchInterval: REFRESH_MILLISECONDS,
    })}
    failed="The security log could not be read"
    above={(address) => (
      <Card>
        <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <Field label="What happened">
            <Select options={KINDS} {...address.select('kind')} />
          </Field>
          <Field label="Severity">
            <Select options={SEVERITY_CHOICES} {...address.select('severity')} />
          </Field>
          <DayFields days={address.filters} onChange={address.change} labels={{ start: 'From', end: 'To' }} />
          <SearchBox label="Account" placeholder="Account name, email, ID..." {...address.search('account')} />
          <SearchBox
            label="Network address"
            placeholder="Network address..."
            {...address.search('address')}
            shortcut={false}
          />
          <Button
            variant="ghost"
            disabled={!address.isFiltered}
            onClick={address.clear}
            className="sm:max-xl:col-span-2 xl:justify-self-start"
          >
            Clear Filters
          </Button>
        </div>
      </Card>
    )}
    columns={COLUMNS}
    refusal={({ filters }) => daysRefusal(filters)}
    empty={{
      icon: ShieldAlert,
      none: ['Nothing has happened', 'Failed sign-ins, lock-outs and refused requests appear here.'],
      filtered: ['No events match these filters'],
    }}
    panel={(shown) => <SecurityEventPanel key={shown.id} {...shown} />}
  />
);
