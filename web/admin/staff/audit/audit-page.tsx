import { useSearchParams } from 'wouter';
import { daysRefusal } from '#bff/contract/base/days.ts';
import type { AuditSubjectKind } from '#bff/contract/identity/admin-audit.ts';
import { DayFields } from '#web/admin/shared/fields/day-fields.tsx';
import { ACTORS } from '#web/admin/shared/history/actors.ts';
import { AUDIT_FAILED, AuditList, AuditTrail } from '#web/admin/shared/history/audit-trail.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { readerZone } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

const SUBJECTS = [
  { value: 'admin', label: 'Administrators', one: 'Administrator' },
  { value: 'customer', label: 'Customers', one: 'Customer' },
  { value: 'deposit', label: 'Deposits', one: 'Deposit' },
  { value: 'order', label: 'Orders', one: 'Order' },
  { value: 'suspense', label: 'Unassigned payments', one: 'Unassigned payment' },
  { value: 'correction', label: 'Corrections', one: 'Correction' },
  { value: 'settings', label: 'Settings', one: 'Settings' },
  { value: 'wallet', label: 'Wallets', one: 'Wallet' },
  { value: 'withdrawal', label: 'Withdrawals', one: 'Withdrawal' },
] as const satisfies readonly { value: AuditSubjectKind; label: string; one: string }[];
const ACTOR_KINDS = Object.keys(ACTORS) as (keyof typeof ACTORS)[];
const SHORT_ID_LENGTH = 8;

/** With `?subject=kind:id` the page has the trail of one object. */
export function AuditPage() {
  const [search] = useSearchParams();
  const asked = search.get('subject');
  if (asked === null) return <WholeTrail />;
  const [kind, id = ''] = asked.split(':');
  const subject = SUBJECTS.find(({ value }) => value === kind);
  return (
    <>
      <PageHeader
        back={{ href: '/admin/audit', label: 'Back to the audit trail' }}
        title={subject ? `${subject.one} ${id.slice(0, SHORT_ID_LENGTH)}` : 'Audit'}
        description={<span className="font-mono text-xs wrap-anywhere">{id}</span>}
      />
      {subject && id !== '' ? (
        <AuditTrail kind={subject.value} id={id} />
      ) : (
        <Card>
          <EmptyState title="Trail not found" message="The address names nothing that has a trail." />
        </Card>
      )}
    </>
  );
}

function WholeTrail() {
  const address = useListAddress({
    subject_kind: ['', ...SUBJECTS.map(({ value }) => value)],
    actor_kind: ['', ...ACTOR_KINDS],
    actor_id: '',
    start_date: 'day',
    end_date: 'day',
    correlation_id: '',
  });
  const { filters } = address;
  const refusal = daysRefusal(filters);
  const query = { page: address.page, ...filters, time_zone: readerZone() };
  const read = { ...apiQuery('GET /admin/audit', { query }), enabled: !refusal };
  const list = useList(read, { failed: AUDIT_FAILED, turnTo: address.turnTo });
  return (
    <>
      <PageHeader
        title="Audit"
        description="Every event of the ledger: who did what, when, and how it was booked. Each is chained to the one before it."
      />
      <Card className="mb-5">
        <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]">
          <Field label="About">
            <Select
              options={[{ value: '', label: 'Everything' }, ...SUBJECTS.map(({ value, label }) => ({ value, label }))]}
              {...address.select('subject_kind')}
            />
          </Field>
          <Field label="Done by">
            <Select
              options={[
                { value: '', label: 'Anyone' },
                ...ACTOR_KINDS.map((kind) => ({ value: kind, label: ACTORS[kind].all })),
              ]}
              {...address.select('actor_kind')}
            />
          </Field>
          <DayFields days={filters} onChange={address.change} labels={{ start: 'From', end: 'To' }} />
          <Button
            variant="ghost"
            disabled={!address.isFiltered}
            onClick={address.clear}
            className="sm:max-lg:col-span-2"
          >
            Clear Filters
          </Button>
        </div>
      </Card>
      <Card padded={false} className="pt-5">
        {refusal ? (
          <EmptyState title={refusal} />
        ) : (
          <AuditList list={list} empty="No events match these filters" showSubject />
        )}
      </Card>
    </>
  );
}
