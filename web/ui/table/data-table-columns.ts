import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_datetime,
  sortFn_text,
  tableFeatures,
  type Updater,
} from '@tanstack/react-table';
import { useSearchParams } from 'wouter';
import { writeStorage } from '#web/lib/browser/storage.ts';
import { withParams } from '#web/lib/navigation/page-param.ts';
import { hiddenKey, readHidden } from './hidden-columns.ts';
import { type TableColumn, titleOf } from './table-column.ts';

/** The features of react-table that our tables use. */
export const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text, datetime: sortFn_datetime },
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  columnVisibilityFeature,
  rowSelectionFeature,
});
export type Features = typeof FEATURES;

/** Our columns as react-table's definitions: numbers within text sort by their value, missing values come last. */
export function definitionsOf<Row extends object>(columns: readonly TableColumn<Row>[]): ColumnDef<Features, Row>[] {
  const title = titleOf(columns);
  return columns.map((column) => ({
    id: column.id,
    accessorFn: (row) => column.sortValue?.(row) ?? undefined,
    enableSorting: column.sortValue !== undefined,
    sortFn: 'auto',
    sortDescFirst: false,
    sortUndefined: 'last',
    // The column that names the record always shows, and so do columns without a head, which have the actions.
    enableHiding: column !== title && !column.hideHeader,
  }));
}

export function useColumnVisibility(columns: readonly TableColumn<never>[]) {
  const [, setSearch] = useSearchParams();
  const visibility = visibilityOf(readHidden(columns));
  const change = (updater: Updater<ColumnVisibilityState>) => {
    const next = typeof updater === 'function' ? updater(visibility) : updater;
    const hidden = Object.keys(next).filter((id) => next[id] === false);
    writeStorage(hiddenKey(columns), hidden.join() || null);
    setSearch((now) => withParams(now, { hide: hidden.join() }), { replace: true });
  };
  return [visibility, change] as const;
}

const visibilityOf = (hidden: readonly string[]): ColumnVisibilityState =>
  Object.fromEntries(hidden.map((id) => [id, false]));
