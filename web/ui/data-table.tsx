import type { ReactNode } from 'react';
import { DataTableSkeleton } from './data-table-skeleton.tsx';
import type { DataTableViewProps } from './data-table-view.tsx';
import { EmptyState } from './empty-state.tsx';
import { later, useLater } from './later.ts';
import { LoadError } from './load-error.tsx';

// What draws the rows comes with the page of them, while the server is asked for them.
const view = later(() => import('./data-table-view.tsx'));
view.preload();

export type DataTableProps<Row> = Omit<DataTableViewProps<Row>, 'rows' | 'busy'> & {
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  /** The error of the load, with how to try again. */
  error?: unknown;
  errorMessage?: string;
  onRetry?: () => unknown;
  /** What stands in an empty table: a title, or an EmptyState of your own. */
  empty: ReactNode;
  /** The next page or a re-sort is under way: rows dim, nothing jumps. */
  busy?: boolean;
  skeletonRows?: number;
};

const DEFAULT_SKELETON_ROWS = 5;
const FAILED = 'The list could not be loaded.';

/** A list of records: sorting, paging, choice of columns and rows, loading, empty and error states, cards on a small screen. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, empty, error, errorMessage, onRetry, busy = false, skeletonRows, ...rest } = props;
  const arrived = useLater(view);
  if (error && !rows && onRetry) return <LoadError of={{ error, refetch: onRetry }} failed={errorMessage ?? FAILED} />;
  if (rows?.length === 0) return typeof empty === 'string' ? <EmptyState title={empty} /> : empty;
  if (rows && arrived) {
    return <arrived.DataTableView caption={caption} columns={columns} rows={rows} busy={busy} {...rest} />;
  }
  return (
    <DataTableSkeleton
      caption={caption}
      columns={columns}
      sort={props.sort}
      rows={skeletonRows ?? DEFAULT_SKELETON_ROWS}
    />
  );
}
