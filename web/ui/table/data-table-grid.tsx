import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { cellOf } from './dash.tsx';
import { DataTableHead, PINNED_CLASS } from './data-table-head.tsx';
import type { TableColumn, TableSort } from './table-column.ts';
import { useFits } from './use-fits.ts';

/** A press on one of these inside a row does not press the row. */
const INTERACTIVE = 'a, button, input, select, textarea, label, [role^=menuitem]';

const ROW_LINK = '[data-row-link]';

type GridProps<Row> = {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  busy: boolean;
  sort: TableSort | undefined;
  onSort: (id: string) => void;
  /** Follows a row's link, in a new tab for the middle button or with a modifier key. */
  onFollow: ((row: Row, isAside: boolean) => void) | undefined;
  /** Draws a row's tick box, where rows can be ticked. */
  tickBoxOf: ((row: Row) => ReactNode) | undefined;
  tickAll: ReactNode;
  choice: ReactNode;
};

/** The rows of a data table as a table. Its head stays visible while the page scrolls, unless the table itself must scroll sideways. */
export function DataTableGrid<Row>(props: GridProps<Row>) {
  const { caption, columns, rows, rowKey, busy, sort, onSort, onFollow, tickBoxOf, tickAll, choice } = props;
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const fits = useFits(box, table);
  const pinned = fits ? undefined : columns.find(({ card }) => card === 'actions')?.id;
  return (
    // Inside a scrolling box the head would always be below the page's bar, over the first rows, so there it sticks to the box.
    <div ref={box} className={cx('relative w-full', !fits && 'overflow-x-auto [--sticky-top:0px]')}>
      <table ref={table} className="w-full border-collapse text-left text-sm" aria-busy={busy}>
        <caption className="sr-only">{caption}</caption>
        <DataTableHead columns={columns} sort={sort} onSort={onSort} start={tickAll} end={choice} pinned={pinned} />
        <tbody className={cx('transition-opacity', busy && 'opacity-50')}>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              onFollow={onFollow}
              tickBox={tickBoxOf?.(row)}
              pinned={pinned}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TableRowProps<Row> = Pick<GridProps<Row>, 'columns' | 'onFollow'> & {
  row: Row;
  tickBox: ReactNode;
  pinned: string | undefined;
};

function TableRow<Row>({ row, columns, onFollow, tickBox, pinned }: TableRowProps<Row>) {
  const onPress = (event: MouseEvent) => {
    // A dialog that a cell opens is in the row for React, but not on the page.
    const isOutside = !event.currentTarget.contains(event.target as Node);
    const hit = event.target instanceof Element && event.target.closest(INTERACTIVE);
    const selecting = getSelection()?.toString() !== '';
    if (isOutside || hit || selecting || event.button > 1) return;
    onFollow?.(row, event.button === 1 || event.metaKey || event.ctrlKey);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const { target, currentTarget } = event;
    const step = ({ ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const)[event.key];
    if (!step || !(target as Element).matches(ROW_LINK)) return;
    event.preventDefault();
    currentTarget[step]?.querySelector<HTMLElement>(ROW_LINK)?.focus();
  };
  const interaction = onFollow && {
    onClick: onPress,
    onAuxClick: onPress,
    // A middle press would start the browser's scrolling.
    onMouseDown: (event: MouseEvent) => event.button === 1 && event.preventDefault(),
    onKeyDown,
  };
  return (
    <tr
      {...interaction}
      className={cx(
        'border-b last:border-b-0',
        onFollow && 'cursor-pointer -outline-offset-2 transition-colors hover:bg-hover/60',
      )}
    >
      {tickBox && <td className="w-4 py-3 pr-3 pl-5 align-middle">{tickBox}</td>}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            'px-(--column-room) py-3 align-middle first:pl-5 last:pr-5',
            column.align === 'right' && 'text-right tabular',
            column.width,
            column.id === pinned && PINNED_CLASS,
          )}
        >
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  );
}
