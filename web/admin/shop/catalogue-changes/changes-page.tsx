import { FileSpreadsheet } from 'lucide-react';
import { useParams } from 'wouter';
import type { CatalogueChange } from '#bff/contract/shop/admin-catalogue.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { counted } from '#web/lib/words/counted.ts';
import { segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { TwoLines } from '#web/ui/table/two-lines.tsx';
import { StateBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { ChangePage } from './change-page.tsx';
import { kindOf, STATUSES } from './change-words.ts';

/** The list of bulk changes, or one of them: one script, because the table of routes is part of each first page. */
export const ChangesPage = () => (useParams<{ id?: string }>().id ? <ChangePage /> : <ChangeList />);

/** Files, changes of prices, and discounts: who made them, when, and what came of them. */
const ChangeList = () => (
  <ListScreen
    title="Bulk changes"
    description="Files of the catalogue, changes of many prices, and customers’ discounts by brand: what was applied, is planned, or waits."
    back={{ href: '/admin/products', label: 'Back to products' }}
    noun="changes"
    filters={{
      status: segmented('Status', {
        '': 'All',
        planned: 'Planned',
        waiting: 'Waiting',
        applied: 'Applied',
      }),
    }}
    read={(query) => apiQuery('GET /admin/catalogue/changes', { query })}
    failed="Failed to fetch the changes"
    columns={COLUMNS}
    rowHref={({ id }) => `/admin/catalogue-changes/${id}`}
    empty={{
      icon: FileSpreadsheet,
      none: [
        'No bulk change yet',
        'Import a CSV of products or brands, change prices by a percentage, or set a customer’s discounts for a brand.',
      ],
      filtered: ['No change of this status'],
      clear: 'Show all',
    }}
  />
);

const COLUMNS: readonly TableColumn<CatalogueChange>[] = [
  column.twoLines(
    'Change',
    (row) => [
      <span className="wrap-anywhere">{row.title}</span>,
      row.customer ? `${kindOf(row)} of ${row.customer.name}` : kindOf(row),
    ],
    {
      card: 'title',
    },
  ),
  column.text('Status', ({ status, due_at }) => (
    <TwoLines
      first={<StateBadge of={STATUSES[status]} />}
      second={due_at && <DateText value={due_at} format="datetime" />}
      className=""
    />
  )),
  column.text('Rows', ({ counts }) => (
    <span className="tabular">
      {[
        counts.new > 0 && `${counts.new.toLocaleString('en-US')} new`,
        counts.changed > 0 && `${counts.changed.toLocaleString('en-US')} changed`,
        counts.refused > 0 && `${counts.refused.toLocaleString('en-US')} left out`,
      ]
        .filter(Boolean)
        .join(', ') || counted(counts.unchanged, 'rows')}
    </span>
  )),
  column.text('By', (row) => row.created_by.name),
  column.moment('When', (row) => row.created_at, { align: 'right' }),
];
