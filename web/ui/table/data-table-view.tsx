import { type SortingState, type Updater, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useIsNarrow } from '#web/lib/browser/use-media.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { DataTableCards } from './data-table-cards.tsx';
import { definitionsOf, FEATURES, type Features, useColumnVisibility } from './data-table-columns.ts';
import { DataTableGrid } from './data-table-grid.tsx';
import { Pagination } from './pagination.tsx';
import { withRowLinks } from './row-links.tsx';
import type { TableColumn, TableSort } from './table-column.ts';

export type DataTableViewProps<Row> = {
  /** The content of the table, for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  busy: boolean;
  /** The link of a row: its title is a link, and a press anywhere in the row follows it, a middle press in a new tab. */
  rowHref?: ((row: Row) => string) | undefined;
  /** Paging in the browser: rows on each page. */
  clientPageSize?: number;
  /** Sorting on the server: the current order, and a listener. Without it `sortValue` sorts in the browser. */
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
  /** Rows can be ticked, for actions on several at once. */
  selection?: {
    /** Names a row's tick box. */
    label: (row: Row) => string;
    /** Buttons of the actions; `clear` unticks all. */
    actions: (rows: readonly Row[], clear: () => void) => ReactNode;
  };
};

/** With more columns than this, the reader can choose among them. */
const MAX_FIXED_COLUMNS = 5;

/** See DataTable, which loads this. */
export function DataTableView<Row extends object>(props: DataTableViewProps<Row>) {
  const { caption, columns, rows, rowKey, busy, rowHref, clientPageSize, selection } = props;
  const isNarrow = useIsNarrow();
  const [, navigate] = useLocation();
  const table = useDataTable(props);
  const shown = table.getRowModel().rows;
  const visible = withRowLinks(columns, rowHref).filter(({ id }) => table.getColumn(id)?.getIsVisible());
  const tickBoxOf = selection
    ? (row: Row) => {
        const ticked = table.getRow(rowKey(row), true);
        return (
          <Checkbox
            aria-label={`Select ${selection.label(row)}`}
            checked={ticked.getIsSelected()}
            onChange={ticked.getToggleSelectedHandler()}
          />
        );
      }
    : undefined;
  const shared = { caption, columns: visible, rows: shown.map((row) => row.original), rowKey, tickBoxOf };
  const selected = table.getSelectedRowModel().rows.map((row) => row.original);
  const clear = () => table.resetRowSelection(true);
  const { pageIndex } = table.state.pagination;
  return (
    <>
      {isNarrow ? (
        <DataTableCards {...shared} />
      ) : (
        <DataTableGrid
          {...shared}
          busy={busy}
          onFollow={
            rowHref &&
            ((row, isAside) => (isAside ? window.open(rowHref(row), '_blank', 'noopener') : navigate(rowHref(row))))
          }
          sort={table.state.sorting[0]}
          onSort={(id) => table.getColumn(id)?.toggleSorting()}
          tickAll={selection && <TickAll table={table} caption={caption} />}
          choice={
            columns.length > MAX_FIXED_COLUMNS && (
              <ColumnChoice
                columns={columns.filter(({ id }) => table.getColumn(id)?.getCanHide())}
                isVisible={(id) => table.getColumn(id)?.getIsVisible() ?? true}
                onToggle={(id) => table.getColumn(id)?.toggleVisibility()}
              />
            )
          }
        />
      )}
      {selection && selected.length > 0 && (
        <SelectionBar count={selected.length} clear={clear}>
          {selection.actions(selected, clear)}
        </SelectionBar>
      )}
      {clientPageSize !== undefined && rows.length > clientPageSize && (
        <Pagination
          className="border-t px-5 py-3"
          current={pageIndex + 1}
          last={table.getPageCount()}
          onPage={(next) => table.setPageIndex(next - 1)}
          summary={summaryOf(pageIndex, clientPageSize, rows.length)}
        />
      )}
    </>
  );
}

const summaryOf = (pageIndex: number, pageSize: number, total: number) => ({
  from: pageIndex * pageSize + 1,
  to: Math.min(total, (pageIndex + 1) * pageSize),
  total,
});

/** It floats over the end of the table, so that nothing moves when it appears. */
function SelectionBar({ count, clear, children }: { count: number; clear: () => void; children: ReactNode }) {
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 flex h-0 items-end justify-center">
      <div className="pointer-events-auto flex animate-pop-in items-center gap-2 rounded-lg bg-raised py-2 pr-2 pl-4 text-sm shadow-lg">
        <span role="status" className="tabular mr-2">
          {count} selected
        </span>
        {children}
        <Button size="sm" variant="ghost" onClick={clear}>
          Clear
        </Button>
      </div>
    </div>
  );
}

function useDataTable<Row extends object>(props: DataTableViewProps<Row>) {
  const { columns, rows, rowKey, sort, onSort, clientPageSize, selection } = props;
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const [ownSorting, setOwnSorting] = useState<SortingState>([]);
  const [pageIndex, setPageIndex] = useState(0);
  const [rowSelection, setRowSelection] = useState<Record<string, true>>({});
  const [columnVisibility, onColumnVisibilityChange] = useColumnVisibility(columns);
  const pageSize = clientPageSize ?? Math.max(1, rows.length);
  const lastIndex = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const sorting = onSort ? (sort ? [sort] : []) : ownSorting;
  const pagination = { pageIndex: Math.min(pageIndex, lastIndex), pageSize };
  return useTable<Features, Row>({
    features: FEATURES,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { sorting, pagination, rowSelection, columnVisibility },
    manualSorting: onSort !== undefined,
    enableMultiSort: false,
    enableRowSelection: selection !== undefined,
    autoResetPageIndex: false,
    onSortingChange: (updater) => {
      const next = applied(updater, sorting);
      setPageIndex(0);
      if (onSort) onSort(next[0]);
      else setOwnSorting(next);
    },
    onPaginationChange: (updater) => setPageIndex(applied(updater, pagination).pageIndex),
    onRowSelectionChange: setRowSelection,
    onColumnVisibilityChange,
  });
}

const applied = <Value,>(updater: Updater<Value>, before: Value): Value =>
  updater instanceof Function ? updater(before) : updater;

type TickAllProps = {
  table: {
    getIsAllRowsSelected: () => boolean;
    getIsSomeRowsSelected: () => boolean;
    toggleAllRowsSelected: (value: boolean) => void;
  };
  caption: string;
};

function TickAll({ table, caption }: TickAllProps) {
  const isSome = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected();
  return (
    <Checkbox
      aria-label={`Select all ${caption.toLowerCase()}`}
      ref={(box) => {
        if (box) box.indeterminate = isSome;
      }}
      checked={table.getIsAllRowsSelected()}
      onChange={(event) => table.toggleAllRowsSelected(event.target.checked)}
    />
  );
}
