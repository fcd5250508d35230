import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useLayoutEffect, useMemo } from 'react';
import { compareSortValues, type TableColumn, type TableSort } from './table-column.ts';

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});
type Features = typeof features;

type ArrangedRowsProps<Row> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort: TableSort | undefined;
  pageIndex: number;
  pageSize: number;
  /** Called before anything is painted, so that the order before is never seen. */
  onArranged: (shown: readonly Row[]) => void;
};

/** Sorts and pages rows in the browser, drawing nothing itself; fetched by DataTable when a table first needs it. */
export function ArrangedRows<Row extends object>(props: ArrangedRowsProps<Row>): null {
  const { columns, rows, rowKey, sort, pageIndex, pageSize, onArranged } = props;
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  // The same object while nothing changes: the table arranges anew, and tells, whenever it is another.
  const state = useMemo(
    () => ({ sorting: sort ? [sort] : [], pagination: { pageIndex, pageSize } }),
    [sort, pageIndex, pageSize],
  );
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state,
  });
  const arranged = table.getRowModel().rows;
  useLayoutEffect(() => onArranged(arranged.map((row) => row.original)), [arranged, onArranged]);
  return null;
}

function definitionOf<Row extends object>(column: TableColumn<Row>): ColumnDef<Features, Row> {
  return {
    id: column.id,
    accessorFn: (row) => column.sortValue?.(row),
    enableSorting: column.sortValue !== undefined,
    sortFn: (a, b) => compareSortValues(column.sortValue?.(a.original), column.sortValue?.(b.original)),
  };
}
