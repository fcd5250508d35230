import type { ReactNode } from 'react';
import type { PageMeta } from '#bff/contract/base/common.ts';
import { isNarrowNow } from '#web/lib/browser/narrow.ts';
import { useIsNarrow } from '#web/lib/browser/use-media.ts';
import { later, useLater } from '#web/lib/navigation/later.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { DataTableCards } from './data-table-cards.tsx';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import type { DataTableViewProps } from './data-table-view.tsx';
import { readHidden } from './hidden-columns.ts';
import { Pagination } from './pagination.tsx';
import { withRowLinks } from './row-links.tsx';

// The code of tables is loaded with a page of one, while the server is asked for the rows. A phone shows cards instead, and does not load
// its 16 kB (`pages` of npm run bench: the scripts of the product list's first view).
const view = later(() => import('./data-table-view.tsx'));
if (!isNarrowNow()) view.preload();

export type DataTableProps<Row> = Omit<DataTableViewProps<Row>, 'rows' | 'busy'> & {
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  /** The error of a failed load; `onRetry` tries again. */
  error?: unknown;
  errorMessage?: string;
  onRetry?: () => unknown;
  /** Shown in an empty table: a title, or an EmptyState of your own. */
  empty: ReactNode;
  /** The next page or a new order is loading: rows dim, nothing moves. */
  busy?: boolean;
  skeletonRows?: number;
  /** Paging on the server: the meta of the answer, and a listener for another page. */
  page?: { meta: PageMeta | undefined; onPage: (page: number) => void; noun?: string };
};

const DEFAULT_SKELETON_ROWS = 5;
const FAILED = 'The list could not be loaded.';

/** A list of records: sorting, paging, choice of columns and rows, loading, empty and error states, cards on a small screen. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, empty, error, errorMessage, onRetry, busy = false, skeletonRows, page, ...table } = props;
  const isNarrow = useIsNarrow();
  // Cards with ticks or with paging in the browser need the table's code.
  const isTable = !isNarrow || table.selection !== undefined || table.clientPageSize !== undefined;
  const arrived = useLater(view, isTable);
  if (error && !rows && onRetry) return <LoadError of={{ error, refetch: onRetry }} failed={errorMessage ?? FAILED} />;
  if (rows?.length === 0) return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;
  if (!rows || (isTable && !arrived)) {
    const { caption, columns, sort } = table;
    return (
      <DataTableSkeleton caption={caption} columns={columns} sort={sort} rows={skeletonRows ?? DEFAULT_SKELETON_ROWS} />
    );
  }
  return (
    <div>
      {arrived ? (
        <arrived.DataTableView {...table} rows={rows} busy={busy} />
      ) : (
        <DataTableCards {...table} columns={shownColumns(table)} rows={rows} />
      )}
      {page?.meta && (
        <Pagination
          className="border-t px-5 py-3 empty:hidden"
          current={page.meta.current_page}
          last={page.meta.last_page}
          onPage={page.onPage}
          busy={busy}
          summary={{ ...page.meta, isAtLeast: page.meta.is_at_least, noun: page.noun }}
        />
      )}
    </div>
  );
}

function shownColumns<Row>({ columns, rowHref }: Pick<DataTableViewProps<Row>, 'columns' | 'rowHref'>) {
  const hidden = readHidden(columns);
  return withRowLinks(columns, rowHref).filter(({ id }) => !hidden.includes(id));
}
