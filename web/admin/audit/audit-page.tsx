import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import type { AuditSubjectKind } from '#bff/contract/admin-audit.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { pageParam, withParams } from '#web/lib/page-param.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Select } from '#web/ui/select.tsx';
import { AuditList, AuditTrail } from '../shared/audit-trail.tsx';

const ALL = '';
const SUBJECTS = [
  { value: 'customer', label: 'Customers', one: 'Customer' },
  { value: 'wallet', label: 'Wallets', one: 'Wallet' },
  { value: 'deposit', label: 'Deposits', one: 'Deposit' },
  { value: 'order', label: 'Orders', one: 'Order' },
  { value: 'withdrawal', label: 'Withdrawals', one: 'Withdrawal' },
  { value: 'admin', label: 'Administrators', one: 'Administrator' },
] as const satisfies readonly { value: AuditSubjectKind; label: string; one: string }[];
const ACTORS = [
  { value: ALL, label: 'Anyone' },
  { value: 'customer', label: 'Customers' },
  { value: 'administrator', label: 'Administrators' },
  { value: 'api-key', label: 'API keys' },
  { value: 'finance', label: 'Finance' },
  { value: 'system', label: 'System' },
];
const SHORT_ID_LENGTH = 8;
/** The ledger has no earlier events. */
const FIRST_YEAR = 2020;
const FILTERS = ['subject_kind', 'actor_kind', 'actor_id', 'start_date', 'end_date', 'correlation_id'] as const;

/** The whole log in plain words, filtered; or, by `?subject=kind:id`, the trail of one object. */
export function AuditPage() {
  const [search] = useSearchParams();
  const [kind, id] = (search.get('subject') ?? '').split(':');
  const subject = SUBJECTS.find(({ value }) => value === kind);
  if (subject && id) {
    return (
      <>
        <PageHeader
          back={{ href: '/admin/audit', label: 'Back to the audit trail' }}
          title={`${subject.one} ${id.slice(0, SHORT_ID_LENGTH)}`}
          description={<span className="font-mono text-xs wrap-anywhere">{id}</span>}
        />
        <AuditTrail kind={subject.value} id={id} />
      </>
    );
  }
  return <WholeTrail />;
}

function WholeTrail() {
  const [search, setSearch] = useSearchParams();
  const page = pageParam(search);
  const filters = Object.fromEntries(FILTERS.map((name) => [name, search.get(name) ?? '']));
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /admin/audit', { query: { page, ...filters } }),
    placeholderData: keepPreviousData,
  });
  const set = (name: string, value: string) =>
    setSearch((before) => withParams(before, { page: null, [name]: value }), { replace: true });
  const isFiltered = FILTERS.some((name) => filters[name] !== '');
  const clear = () =>
    setSearch((before) => withParams(before, Object.fromEntries([...FILTERS, 'page'].map((name) => [name, null]))), {
      replace: true,
    });
  const bind = (name: (typeof FILTERS)[number]) => ({
    value: filters[name] ?? '',
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <>
      <PageHeader
        title="Audit"
        description="Every event of the ledger: who did what, when, and how it was booked. Each is chained to the one before it."
      />
      <Card className="mb-5">
        <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]">
          <Field label="About">
            <Select
              options={[{ value: ALL, label: 'Everything' }, ...SUBJECTS.map(({ value, label }) => ({ value, label }))]}
              {...bind('subject_kind')}
            />
          </Field>
          <Field label="Done by">
            <Select options={ACTORS} {...bind('actor_kind')} />
          </Field>
          <Field label="From">
            <DatePicker
              label="From"
              value={filters.start_date ?? ''}
              onChange={(day) => set('start_date', day)}
              fromYear={FIRST_YEAR}
            />
          </Field>
          <Field label="To">
            <DatePicker
              label="To"
              value={filters.end_date ?? ''}
              onChange={(day) => set('end_date', day)}
              fromYear={FIRST_YEAR}
            />
          </Field>
          <Button variant="ghost" disabled={!isFiltered} onClick={clear} className="max-lg:col-span-2">
            Clear Filters
          </Button>
        </div>
      </Card>
      <Card padded={false} className="pt-5">
        <AuditList
          entries={data?.data}
          isPending={isPending}
          error={error}
          onRetry={refetch}
          empty="No events match these filters"
          showSubject
        />
        {data && (
          <Pagination
            className="border-t px-5 py-3"
            current={data.meta.current_page}
            last={data.meta.last_page}
            onPage={(next) => set('page', String(next))}
            busy={isPlaceholderData}
            summary={{ ...data.meta, noun: 'events' }}
          />
        )}
      </Card>
    </>
  );
}
