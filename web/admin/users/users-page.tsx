import { Users } from 'lucide-react';
import type { AdminUser } from '#bff/contract/admin-customer.ts';
import { BASE_CURRENCY } from '#core/kernel/currencies.ts';
import { formatMinor } from '#core/kernel/decimals.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { sortingOf, useListAddress } from '#web/lib/list-address.ts';
import { parseAmount } from '#web/lib/money.ts';
import { useList } from '#web/lib/use-list.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { column } from '#web/ui/columns.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListPage } from '#web/ui/frames/list-page.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { UserStatusBadge } from './user-status-badge.tsx';

const COLUMNS: readonly TableColumn<AdminUser>[] = [
  column.text(
    'Customer',
    (row) => (
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
    { id: 'name', sortValue: (row) => row.name, card: 'title' },
  ),
  column.text('Company', (row) => row.company_name ?? <span className="text-muted">Not filled in</span>),
  column.text('Checks', (row) => (
    <span className="flex flex-wrap justify-end gap-1.5 md:flex-nowrap md:justify-start">
      <Check label="Email" isDone={row.email_verified_at !== null} />
      <Check label="Company" isDone={row.is_company_detail_complete} />
      <Check label="Bank" isDone={row.is_banking_detail_complete} />
    </span>
  )),
  column.text(
    'Credit',
    (row) => {
      const credit = parseAmount(row.credit, BASE_CURRENCY) ?? 0n;
      return credit > 0n && formatMinor(credit, BASE_CURRENCY);
    },
    { align: 'right' },
  ),
  column.day('Joined', (row) => row.created_at, { sort: 'created_at' }),
  column.text('Status', (row) => <UserStatusBadge user={row} />),
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
  { value: 'awaiting', label: 'To review' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending Approval' },
] as const;

/** Every customer; one press shows those who wait for their review. */
export function UsersPage() {
  const address = useListAddress({
    view: VIEWS.map(({ value }) => value),
    search: '',
    sort_by: ['created_at', 'name', 'email'],
    sort_order: ['desc', 'asc'],
  });
  const { view, ...filters } = address.filters;
  const list = useList(
    apiQuery('GET /admin/users', {
      query: {
        ...filters,
        page: address.page,
        awaiting_approval: view === 'awaiting' ? 'true' : '',
        status: view === 'active' || view === 'pending' ? view : '',
      },
    }),
    { failed: 'Failed to load users', turnTo: address.turnTo },
  );
  return (
    <ListPage
      title="Users"
      description="Business customers: review who joined, look after who is here."
      filters={
        <>
          <Segmented label="Which customers" options={VIEWS} {...address.choice('view')} />
          <div className="w-full sm:ml-auto sm:w-80">
            <SearchBox
              label="Search customers"
              placeholder="Search name, email or company..."
              {...address.search('search')}
            />
          </div>
        </>
      }
      list={list}
      caption="Customers"
      noun="customers"
      columns={COLUMNS}
      rowHref={(row) => `/admin/users/${row.id}`}
      {...sortingOf(address)}
      empty={
        <EmptyState
          icon={<Users aria-hidden />}
          title="No users found"
          message={
            view === 'awaiting'
              ? 'Nobody waits for a review.'
              : address.isFiltered
                ? 'Try another search or filter.'
                : 'Nobody has registered yet.'
          }
          action={address.isFiltered && <Button onClick={address.clear}>Clear filters</Button>}
        />
      }
    />
  );
}
