import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { PageMeta } from '#bff/contract/common.ts';
import { useIsNarrow } from '#web/lib/use-media.ts';
import type { ArrangedRows as ArrangedRowsOf } from './arranged-rows.tsx';
import { DataTableCards } from './data-table-cards.tsx';
import { DataTableGrid } from './data-table-grid.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Pagination } from './pagination.tsx';
import type { TableColumn, TableSort } from './table-column.ts';

// What sorts and pages in the browser is fetched when a table first does so: most are sorted and paged by the server.
const ArrangedRows = lazy(() =>
  import('./arranged-rows.tsx').then((m) => ({ default: m.ArrangedRows as AnyArrangedRows })),
);
/** `lazy` knows no type parameters; the rows that go in are the rows that come out. */
type AnyArrangedRows = ComponentType<Parameters<typeof ArrangedRowsOf<object>>[0]>;

export type DataTableProps<Row> = {
  /** Says what the table holds, for those who listen. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The error of the load, with how to try again. */
  error?: unknown;
  errorMessage?: string;
  onRetry?: () => unknown;
  /** What stands in an empty table: a title, or an EmptyState of your own. */
  empty: ReactNode;
  /** The next page or a re-sort is under way: rows dim, nothing jumps. */
  busy?: boolean;
  /** Opens a row, by click, Enter or Space. */
  onRowClick?: (row: Row) => void;
  /** Server paging: the meta of the answer and what to do on another page. */
  page?: { meta: PageMeta | undefined; onPage: (page: number) => void; noun?: string };
  /** Paging in the browser: rows a page. */
  clientPageSize?: number;
  /** Server sorting: what it is now, and on change. Without it `sortValue` sorts in the browser. */
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
  skeletonRows?: number;
  className?: string;
};

const DEFAULT_SKELETON_ROWS = 5;

/** A list of records: sorting, paging, loading, empty and error states, cards on a small screen. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, empty, error, onRetry, busy = false, page, clientPageSize, className } = props;
  const [ownSort, setOwnSort] = useState<TableSort | undefined>();
  const [clientPage, setClientPage] = useState(0);
  const [arranged, setArranged] = useState<readonly Row[]>();
  const isNarrow = useIsNarrow();
  // The same rows in the same order are no change: to draw them again would be to arrange them again.
  const keepArranged = useCallback(
    (next: readonly object[]) => setArranged((before) => (isSame(before, next) ? before : (next as readonly Row[]))),
    [],
  );
  const sort = props.onSort ? props.sort : ownSort;

  if (error && !rows) {
    return <ErrorState message={props.errorMessage ?? messageOf(error)} {...(onRetry ? { onRetry } : {})} />;
  }
  if (rows && rows.length === 0) return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;

  const changeSort = (id: string) => {
    setClientPage(0);
    (props.onSort ?? setOwnSort)(nextSort(sort, id));
  };
  const pageSize = clientPageSize ?? Math.max(1, rows?.length ?? 0);
  const isPaged = rows !== undefined && rows.length > pageSize;
  const pageIndex = isPaged ? Math.min(clientPage, Math.ceil(rows.length / pageSize) - 1) : 0;
  const isArrangedHere = isPaged || (ownSort !== undefined && props.onSort === undefined);
  const asGiven = rows?.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
  const { caption, onRowClick, skeletonRows = DEFAULT_SKELETON_ROWS } = props;
  const shown = rows && isArrangedHere ? (arranged ?? asGiven) : asGiven;
  const shared = { caption, columns, rows: shown, rowKey, onRowClick, skeletonRows };
  return (
    <div className={className}>
      {isNarrow ? (
        <DataTableCards {...shared} />
      ) : (
        <DataTableGrid {...shared} busy={busy} sort={sort} onSort={changeSort} />
      )}
      {rows && isArrangedHere && (
        <Suspense fallback={null}>
          <ArrangedRows
            columns={columns as readonly TableColumn<object>[]}
            rows={rows}
            rowKey={rowKey as (row: object) => string}
            sort={sort}
            pageIndex={pageIndex}
            pageSize={pageSize}
            onArranged={keepArranged}
          />
        </Suspense>
      )}
      {page?.meta && (
        <Pagination
          className="border-t px-5 py-3 empty:hidden"
          current={page.meta.current_page}
          last={page.meta.last_page}
          onPage={page.onPage}
          busy={busy}
          summary={{
            from: page.meta.from,
            to: page.meta.to,
            total: page.meta.total,
            ...(page.noun ? { noun: page.noun } : {}),
          }}
        />
      )}
      {isPaged && (
        <Pagination
          className="border-t px-5 py-3"
          current={pageIndex + 1}
          last={Math.ceil(rows.length / pageSize)}
          onPage={(next) => setClientPage(next - 1)}
          summary={{
            from: pageIndex * pageSize + 1,
            to: Math.min(rows.length, (pageIndex + 1) * pageSize),
            total: rows.length,
          }}
        />
      )}
    </div>
  );
}

/** Ascending, then descending, then as it was. */
function nextSort(current: TableSort | undefined, id: string): TableSort | undefined {
  if (current?.id !== id) return { id, desc: false };
  return current.desc ? undefined : { id, desc: true };
}

const isSame = (before: readonly object[] | undefined, next: readonly object[]): boolean =>
  before?.length === next.length && next.every((row, index) => row === before[index]);

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The list could not be loaded.';
