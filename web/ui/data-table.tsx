import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import type { PageMeta } from '#bff/contract/common.ts';
import { cx } from '#web/lib/cx.ts';
import { useIsNarrow } from '#web/lib/use-media.ts';
import { DataTableCards } from './data-table-cards.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Pagination } from './pagination.tsx';
import { Loading, Skeleton } from './skeleton.tsx';
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
/** Presses on these inside a row mean themselves, not the row. */
const INTERACTIVE = 'a, button, input, select, textarea, label, [role=menuitem]';

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
    <div className="relative w-full overflow-x-auto">
      {!rows && <Loading className="sr-only">{null}</Loading>}
      <table className="w-full border-collapse text-left text-sm" aria-busy={busy || !rows}>
        <caption className="sr-only">{caption}</caption>
        <DataTableHead columns={columns} sort={sort} onSort={changeSort} />
        <tbody className={cx('transition-opacity', busy && 'opacity-50')}>
          {rows
            ? shown.map((row) => <TableRow key={rowKey(row)} row={row} columns={columns} onRowClick={onRowClick} />)
            : Array.from({ length: skeletonRows }, (_, index) => <SkeletonRow key={String(index)} columns={columns} />)}
        </tbody>
      </table>
    </div>
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

type TableRowProps<Row> = {
  row: Row;
  columns: readonly TableColumn<Row>[];
  onRowClick: ((row: Row) => void) | undefined;
};

function TableRow<Row>({ row, columns, onRowClick }: TableRowProps<Row>) {
  const onClick = (event: MouseEvent) => {
    const hit = event.target instanceof Element && event.target.closest(INTERACTIVE);
    const selecting = getSelection()?.toString() !== '';
    if (!hit && !selecting) onRowClick?.(row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return;
    const sibling = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key] as
      | 'nextElementSibling'
      | undefined;
    if (sibling) {
      event.preventDefault();
      (event.currentTarget[sibling] as HTMLElement | null)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onRowClick?.(row);
    }
  };
  const interaction = onRowClick ? { tabIndex: 0, onClick, onKeyDown } : {};
  return (
    <tr
      {...interaction}
      className={cx(
        'border-b last:border-b-0',
        onRowClick && 'cursor-pointer -outline-offset-2 transition-colors hover:bg-hover/60',
      )}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx('px-3 py-3 align-middle first:pl-5 last:pr-5', alignment(column), column.width)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function SkeletonRow<Row>({ columns }: { columns: readonly TableColumn<Row>[] }) {
  return (
    <tr className="border-b last:border-b-0">
      {columns.map((column) => (
        <td key={column.id} className={cx('px-3 py-3 first:pl-5 last:pr-5', column.width)}>
          <Skeleton className={cx('h-5 w-3/4 min-w-10 max-w-40', column.align === 'right' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  );
}

/** Text alignment of a column, and the figures of amounts. */
export const alignment = (column: { align?: 'left' | 'right' | 'center' }): string =>
  column.align === 'right' ? 'text-right tabular' : column.align === 'center' ? 'text-center' : '';

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
