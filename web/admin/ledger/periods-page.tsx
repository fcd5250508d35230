import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { Period } from '#bff/contract/office/admin-period.ts';
import { ReopenPeriodForm } from '#bff/contract/office/period-form.ts';
import { lastDayOf } from '#core/aggregates/period/months.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { counted } from '#web/lib/words/counted.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { note } from '#web/ui/form/fields.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { StateBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { CloseDialog } from './close-dialog.tsx';

const PAGE_SIZE = 24;
type Open = { step: 'close' | 'reopen'; period: Period } | null;

export function PeriodsPage() {
  const { data, error, refetch } = useQuery(apiQuery('GET /admin/ledger/periods'));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title="Periods"
        back={{ href: '/admin/ledger', label: 'Back to Ledger' }}
        description="Nothing is booked into a closed month by value date. Each step here is in the audit trail."
      />
      <Card padded={false}>
        <DataTable
          caption="Months of the books"
          columns={columnsOf((step, period) => setOpen({ step, period }))}
          rows={data?.data}
          rowKey={({ month }) => month}
          error={error}
          errorMessage="Failed to load the months"
          onRetry={refetch}
          clientPageSize={PAGE_SIZE}
          empty={<EmptyState icon={<CalendarCheck aria-hidden />} title="Nothing is booked yet" />}
        />
      </Card>
      {open?.step === 'close' && <CloseDialog period={open.period} stale={STALE} onClose={close} />}
      {open?.step === 'reopen' && <ReopenDialog period={open.period} onClose={close} />}
    </>
  );
}

const STATUS = {
  running: { tone: 'info', label: 'Running' },
  open: { tone: 'warn', label: 'Open' },
  closed: { tone: 'ok', label: 'Closed' },
} as const;

const columnsOf = (onStep: (step: 'close' | 'reopen', period: Period) => void): readonly TableColumn<Period>[] => [
  column.text(
    'Month',
    ({ month, name, status }) => (
      <TextLink
        href={status === 'running' ? '/admin/ledger' : `/admin/ledger?at=${lastDayOf(month)}&by=value-date`}
        className="whitespace-nowrap"
      >
        {name}
      </TextLink>
    ),
    { card: 'title' },
  ),
  column.text('Status', ({ status }) => <StateBadge of={STATUS[status]} />),
  column.count('Lines', ({ entries }) => entries, { id: 'entries' }),
  column.text('Last steps', (period) => <Steps period={period} />, { id: 'history' }),
  column.actions(
    'Actions',
    (period) => (
      <span className="flex flex-wrap items-center justify-end gap-2">
        {period.status !== 'running' && (
          <TextLink href={`/admin/ledger/reconciliation?at=${lastDayOf(period.month)}`}>Bank reconciliation</TextLink>
        )}
        <May permission="periods:close">
          {period.can_close && (
            <Button size="sm" icon={<Lock aria-hidden />} onClick={() => onStep('close', period)}>
              Close
            </Button>
          )}
          {period.can_reopen && (
            <Button size="sm" icon={<LockOpen aria-hidden />} onClick={() => onStep('reopen', period)}>
              Reopen
            </Button>
          )}
        </May>
      </span>
    ),
    { hideHeader: true },
  ),
];

function Steps({ period: { month, closed, reopened } }: { period: Period }) {
  if (!closed && !reopened) return <span className="text-muted">—</span>;
  return (
    <div className="space-y-0.5 text-sm text-muted">
      {closed && (
        <p>
          Closed {closed.with !== month && 'with a later month '}by {closed.by},{' '}
          <DateText value={closed.at} format="datetime" />
          {closed.reason !== null && `, with ${counted(closed.open_points.length, 'open points')}: ${closed.reason}`}
        </p>
      )}
      {reopened && (
        <p>
          Reopened by {reopened.by}, <DateText value={reopened.at} format="datetime" />: {reopened.reason}
        </p>
      )}
    </div>
  );
}

type DialogProps = { period: Period; onClose: () => void };

const STALE = ['/admin/ledger', '/admin/audit'] as const;

function ReopenDialog({ period: { month, name }, onClose }: DialogProps) {
  const write = useWrite('POST /admin/ledger/periods/:month/reopen', { stale: STALE });
  return (
    <DecisionDialog
      title={`Reopen ${name}`}
      description="What was reported for this month may change then. Tell those who have the reports, and close it again."
      schema={ReopenPeriodForm}
      defaults={{ reason: '' }}
      decide={(body) => write.mutateAsync({ params: { month }, body })}
      failed={`Failed to reopen ${name}`}
      confirm={{ label: 'Reopen month', busyText: 'Reopening...', danger: true }}
      onClose={onClose}
      fields={() => [
        note('reason', 'Reason', { hint: 'Stays in the audit trail. No names of customers.', autofocus: true }),
      ]}
    />
  );
}
