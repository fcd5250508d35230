import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import type { AdminUser } from '#bff/contract/admin-customer.ts';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { formatMinor } from '#core/kernel/decimals.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { parseAmount } from '#web/lib/money.ts';
import { oneOf, pageParam } from '#web/lib/page-param.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { UserStatusBadge } from './user-status-badge.tsx';

const COLUMNS: readonly TableColumn<AdminUser>[] = [
  {
    id: 'name',
    header: 'Customer',
    card: 'title',
    sortValue: (row) => row.name,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={row.name} />
        <span className="min-w-0 md:max-w-60">
          <span className="block truncate font-medium" title={row.name}>
            {row.name}
          </span>
          <span className="block truncate text-xs font-normal text-muted" title={row.email}>
            {row.email}
          </span>
        </span>
      </span>
    ),
  },
  {
    id: 'company',
    header: 'Company',
    cell: (row) => row.company_name ?? <span className="text-muted">Not filled in</span>,
  },
  {
    id: 'checks',
    header: 'Checks',
    cell: (row) => (
      <span className="flex flex-wrap justify-end gap-1.5 md:flex-nowrap md:justify-start">
        <Check label="Email" isDone={row.email_verified_at !== null} />
        <Check label="Company" isDone={row.is_company_detail_complete} />
        <Check label="Bank" isDone={row.is_banking_detail_complete} />
      </span>
    ),
  },
  {
    id: 'credit',
    header: 'Credit',
    align: 'right',
    cell: (row) => {
      const credit = parseAmount(row.credit, BASE_CURRENCY) ?? 0n;
      return credit > 0n ? formatMinor(credit, BASE_CURRENCY) : <span className="text-muted">—</span>;
    },
  },
  {
    id: 'created_at',
    header: 'Joined',
    sortValue: (row) => row.created_at,
    cell: (row) => <DateText value={row.created_at} />,
  },
  { id: 'status', header: 'Status', cell: (row) => <UserStatusBadge user={row} /> },
];

function Check({ label, isDone }: { label: string; isDone: boolean }) {
  return (
    <Badge tone="none" className={isDone ? '' : 'bg-transparent! text-muted'}>
      <span aria-hidden>{isDone ? '✓' : '–'}</span> {label}
      <span className="sr-only">{isDone ? ' complete' : ' missing'}</span>
    </Badge>
  );
}

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'awaiting', label: 'Awaiting approval' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
];

/** Every customer; those who wait for their review are one press away. */
export function UsersPage() {
  const [search, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const view = search.get('view') ?? 'all';
  const query = {
    page: pageParam(search),
    search: search.get('search') ?? '',
    sort_by: oneOf(['created_at', 'name', 'email'], search.get('sort_by'), 'created_at'),
    sort_order: oneOf(['asc', 'desc'], search.get('sort_order'), 'desc'),
    awaiting_approval: view === 'awaiting' ? ('true' as const) : null,
    status: oneOf(['active', 'pending'], view, ''),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /admin/users', { query }),
    placeholderData: keepPreviousData,
  });
  const change = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (!('page' in changes)) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === '' || value === 'all') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader title="Users" description="Business customers: review who joined, look after who is here." />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented label="Which customers" options={VIEWS} value={view} onChange={(next) => change({ view: next })} />
        <div className="w-full sm:w-80">
          <SearchBox
            label="Search customers"
            placeholder="Search name, email or company..."
            value={query.search}
            onSearch={(text) => change({ search: text })}
          />
        </div>
      </div>
      <Card padded={false}>
        <DataTable
          caption="Customers"
          columns={COLUMNS}
          rows={data?.data}
          rowKey={(row) => row.id}
          error={error}
          errorMessage={describeError(error, 'Failed to load users').message}
          onRetry={refetch}
          busy={isPlaceholderData}
          onRowClick={(row) => navigate(`/admin/users/${row.id}`)}
          sort={{ id: query.sort_by, desc: query.sort_order === 'desc' }}
          onSort={(sort) => change({ sort_by: sort?.id ?? '', sort_order: sort ? (sort.desc ? 'desc' : 'asc') : '' })}
          page={{ meta: data?.meta, onPage: (page) => change({ page: String(page) }), noun: 'customers' }}
          empty={
            <EmptyState
              icon={<Users aria-hidden />}
              title="No users found"
              message={view === 'awaiting' ? 'Nobody waits for a review.' : 'Try another search or filter.'}
            />
          }
        />
      </Card>
    </>
  );
}
