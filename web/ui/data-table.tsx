import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import type { PageMeta } from '#bff/contract/common.ts';
import { useIsNarrow } from '#web/lib/use-media.ts';
import { DataTableCards } from './data-table-cards.tsx';
import { DataTableGrid } from './data-table-grid.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Pagination } from './pagination.tsx';
import { compareSortValues, type TableColumn, type TableSort } from './table-column.ts';

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});
export type DataTableFeatures = typeof features;

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
  const {
    caption,
    columns,
    rows,
    rowKey,
    empty,
    error,
    onRetry,
    busy = false,
    onRowClick,
    page,
    clientPageSize,
    className,
  } = props;
  const [ownSort, setOwnSort] = useState<TableSort | undefined>();
  const [clientPage, setClientPage] = useState(0);
  const isNarrow = useIsNarrow();
  const sort = props.onSort ? props.sort : ownSort;
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const data = useMemo(() => [...(rows ?? [])], [rows]);

  const table = useTable<DataTableFeatures, Row>({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: {
      sorting: sort ? [sort] : [],
      pagination: { pageIndex: clientPage, pageSize: clientPageSize ?? Math.max(1, data.length) },
    },
    manualSorting: props.onSort !== undefined,
    manualPagination: clientPageSize === undefined,
  });

  const changeSort = (id: string) => {
    const next = nextSort(sort, id);
    setClientPage(0);
    (props.onSort ?? setOwnSort)(next);
  };
  const shown = table.getRowModel().rows.map((row) => row.original);

  if (error && !rows) {
    return <ErrorState message={props.errorMessage ?? messageOf(error)} {...(onRetry ? { onRetry } : {})} />;
  }
  if (rows && rows.length === 0) {
    return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;
  }
  const skeletonRows = props.skeletonRows ?? DEFAULT_SKELETON_ROWS;
  const body = isNarrow ? (
    <DataTableCards
      caption={caption}
      columns={columns}
      rows={rows && shown}
      rowKey={rowKey}
      onRowClick={onRowClick}
      skeletonRows={skeletonRows}
    />
  ) : (
    <DataTableGrid
      caption={caption}
      columns={columns}
      rows={rows && shown}
      rowKey={rowKey}
      busy={busy}
      sort={sort}
      onSort={changeSort}
      onRowClick={onRowClick}
      skeletonRows={skeletonRows}
    />
  );
  return (
    <div className={className}>
      {body}
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
      {clientPageSize !== undefined && rows && rows.length > clientPageSize && (
        <Pagination
          className="border-t px-5 py-3"
          current={clientPage + 1}
          last={table.getPageCount()}
          onPage={(next) => setClientPage(next - 1)}
          summary={{
            from: clientPage * clientPageSize + 1,
            to: Math.min(rows.length, (clientPage + 1) * clientPageSize),
            total: rows.length,
          }}
        />
      )}
    </div>
  );
}

function definitionOf<Row extends object>(column: TableColumn<Row>): ColumnDef<DataTableFeatures, Row> {
  return {
    id: column.id,
    accessorFn: (row) => column.sortValue?.(row),
    enableSorting: column.sortValue !== undefined,
    sortFn: (a, b) => compareSortValues(column.sortValue?.(a.original), column.sortValue?.(b.original)),
  };
}

/** Ascending, then descending, then as it was. */
function nextSort(current: TableSort | undefined, id: string): TableSort | undefined {
  if (current?.id !== id) return { id, desc: false };
  return current.desc ? undefined : { id, desc: true };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The list could not be loaded.';
