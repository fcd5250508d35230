import { Users } from 'lucide-react';
import type { AdminUser } from '#bff/contract/people/admin-customer.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { formatMinor } from '#core/kernel/money/decimals.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { parseAmount } from '#web/lib/words/money.ts';
import { search, segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Avatar } from '#web/ui/text/avatar.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { UserStatusBadge } from './user-status-badge.tsx';

const COLUMNS: readonly TableColumn<AdminUser>[] = [
  column.text(
    'Customer',
    (row) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={row.name} />
        <span className="min-w-0 md:max-w-48 2xl:max-w-60">
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

export const UsersPage = () => (
  <ListScreen
    title="Users"
    description="Business customers: review who joined, look after who is here."
    caption="Customers"
    noun="customers"
    filters={{
      view: segmented('Which customers', {
        all: 'All',
        awaiting: 'To review',
        active: 'Active',
        pending: 'Pending Approval',
      }),
      search: search('Search customers', 'Search name, email or company...', 'sm:ml-auto'),
      sort_by: ['created_at', 'name', 'email'],
      sort_order: ['desc', 'asc'],
    }}
    read={({ view, ...query }) => apiQuery('GET /admin/users', { query: { ...query, ...QUERY_OF[view] } })}
    failed="Failed to load users"
    columns={COLUMNS}
    rowHref={(row) => `/admin/users/${row.id}`}
    empty={({ filters: { view } }) => ({
      icon: Users,
      none: ['No users found', 'Nobody has registered yet.'],
      filtered: [
        'No users found',
        view === 'awaiting' ? 'Nobody waits for a review.' : 'Try another search or filter.',
      ],
    })}
  />
);

const QUERY_OF = {
  all: {},
  awaiting: { awaiting_approval: 'true' },
  active: { status: 'active' },
  pending: { status: 'pending' },
} as const;
