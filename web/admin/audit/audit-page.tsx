import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import type { AuditSubjectKind, AuditPage as Page } from '#bff/contract/admin-audit.ts';
import { adminFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuditList, AuditTrail } from '../shared/audit-trail.tsx';

const ALL = '';
const SUBJECTS = [
  { value: ALL, label: 'Everything' },
  { value: 'customer', label: 'Customers' },
  { value: 'wallet', label: 'Wallets' },
  { value: 'deposit', label: 'Deposits' },
  { value: 'order', label: 'Orders' },
  { value: 'withdrawal', label: 'Withdrawals' },
  { value: 'admin', label: 'Administrators' },
];
const ACTORS = [
  { value: ALL, label: 'Anyone' },
  { value: 'customer', label: 'Customers' },
  { value: 'administrator', label: 'Administrators' },
  { value: 'api-key', label: 'API keys' },
  { value: 'finance', label: 'Finance' },
  { value: 'system', label: 'System' },
];
const FILTERS = ['subject_kind', 'actor_kind', 'actor_id', 'start_date', 'end_date', 'correlation_id'] as const;

/** The whole log in plain words, filtered; or, by `?subject=kind:id`, the trail of one object. */
export function AuditPage() {
  const [search] = useSearchParams();
  const [kind, id] = (search.get('subject') ?? '').split(':');
  const subject = SUBJECTS.find(({ value }) => value !== ALL && value === kind);
  if (subject && id) {
    return (
      <>
        <BackLink href="/admin/audit">Back to the audit trail</BackLink>
        <PageHeader title={`${subject.label}: ${id.slice(0, 8)}`} />
        <AuditTrail kind={subject.value as AuditSubjectKind} id={id} />
      </>
    );
  }
  return <WholeTrail />;
}

function WholeTrail() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const filters = Object.fromEntries(FILTERS.map((name) => [name, search.get(name) ?? '']));
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: keys.admin.audit.list({ page, ...filters }),
    queryFn: ({ signal }) => adminFetch<Page>('/audit', { query: { page, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        if (name !== 'page') next.delete('page');
        return next;
      },
      { replace: true },
    );
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
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Field label="About">
            <Select options={SUBJECTS} {...bind('subject_kind')} />
          </Field>
          <Field label="Done by">
            <Select options={ACTORS} {...bind('actor_kind')} />
          </Field>
          <Field label="From">
            <TextInput type="date" {...bind('start_date')} />
          </Field>
          <Field label="To">
            <TextInput type="date" {...bind('end_date')} />
          </Field>
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
