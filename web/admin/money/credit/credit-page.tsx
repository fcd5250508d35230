import { Download, HandCoins } from 'lucide-react';
import { CREDIT_SORTS, CREDIT_STATUSES } from '#bff/contract/base/office-lists.ts';
import type { CreditFilters, CreditRow } from '#bff/contract/money/admin-credit.ts';
import { AGES } from '#core/finance/credit/credit.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { ListToolbar } from '#web/ui/list/list-toolbar.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge } from '#web/ui/text/badge.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { LastReminder, ReminderMenu } from './reminder-cell.tsx';

const HIGH_PERCENT = 80;
const SOON_DAYS = 14;
const UNBROKEN_HYPHEN = '\u2011';

const COLUMNS: readonly TableColumn<CreditRow>[] = [
  column.twoLines('Customer', ({ user, currency }) => [user.name, `${currency} wallet`], { card: 'title' }),
  column.text(
    'Used',
    ({ used, used_percent, limit }) => (
      <span className="inline-block">
        <span className="inline-flex items-center gap-2">
          {used_percent !== null && (
            <Badge tone={used_percent >= HIGH_PERCENT ? 'warn' : 'none'}>{used_percent.toFixed(0)} %</Badge>
          )}
          <Money value={used} />
        </span>
        <span className="block text-xs text-muted">
          of <Money value={limit} />
        </span>
      </span>
    ),
    { id: 'used_percent', sortValue: ({ used_percent }) => used_percent ?? -1, align: 'right' },
  ),
  column.text(
    'Reserved',
    ({ waiting, held }) =>
      isNonZero(waiting) || isNonZero(held) ? (
        <span className="block">
          {isNonZero(waiting) && (
            <span className="block">
              <Money value={waiting} /> orders
            </span>
          )}
          {isNonZero(held) && (
            <span className="block">
              <Money value={held} /> held
            </span>
          )}
        </span>
      ) : null,
    { id: 'waiting', align: 'right' },
  ),
  ...AGES.map(
    (age): TableColumn<CreditRow> =>
      column.text(
        `${age.replace('-', UNBROKEN_HYPHEN)} days`,
        ({ ages }) => (isNonZero(ages[age]) ? <Money value={ages[age]} /> : null),
        {
          id: `${age}_days`,
          align: 'right',
        },
      ),
  ),
  column.day('Since', ({ since }) => since, { sortValue: ({ since }) => since ?? '' }),
  column.text(
    'Days left',
    ({ days_left }) =>
      days_left !== null && (
        <Badge tone={days_left <= SOON_DAYS ? 'warn' : 'none'}>{days_left.toLocaleString('en-US')} days</Badge>
      ),
    { sortValue: ({ days_left }) => days_left ?? Number.MAX_SAFE_INTEGER, align: 'right' },
  ),
  column.text('Reminded', (row) => <LastReminder row={row} />),
  column.actions('Actions', (row) => <ReminderMenu row={row} />, { hideHeader: true }),
];

export const CreditPage = () => (
  <ListScreen
    title="Credit control"
    description="What is used of each credit limit. A repayment pays back what was used first; how long the rest lasts goes by what the wallet lost in the last 30 days. Customers are reminded by the rules of the configuration."
    caption="Credit by wallet"
    noun="wallets"
    filters={{ status: CREDIT_STATUSES, search: '', sort_by: CREDIT_SORTS, sort_order: ['desc', 'asc'] }}
    read={(query) => apiQuery('GET /admin/credit', { query })}
    failed="Failed to load the credit"
    actions={({ filters }) => (
      <May permission="transactions:export">
        <Button icon={<Download aria-hidden />} onClick={() => save(filters)}>
          Export CSV
        </Button>
      </May>
    )}
    toolbar={(screen) => (
      <ListToolbar
        address={screen}
        placeholder="Search name, email or company..."
        statuses={CREDIT_STATUSES}
        labels={{ drawn: 'Used' }}
        total={screen.list.data?.meta.total}
      />
    )}
    columns={COLUMNS}
    rowHref={({ user }) => `/admin/users/${user.id}?tab=money`}
    empty={{
      icon: HandCoins,
      none: ['No credit found', 'Nobody uses credit. Granted shows every limit.'],
      filtered: ['No credit found', 'Try another search or filter.'],
    }}
  />
);

const save = (query: CreditFilters) =>
  saveFile('GET /admin/credit/export', { query }, 'credit.csv', 'Failed to export the credit', 'Export Failed');
