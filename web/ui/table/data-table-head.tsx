import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import type { TableColumn, TableSort } from './table-column.ts';

type HeadProps<Row> = {
  columns: readonly TableColumn<Row>[];
  sort?: TableSort | undefined;
  onSort?: (id: string) => void;
  /** The head of the column of tick boxes. */
  start?: ReactNode;
  /** In the head of the last column: the button that chooses the columns. */
  end?: ReactNode;
  /** The column that stays at the right edge while the others scroll sideways. */
  pinned?: string | undefined;
};

/** Stays at the right edge, over what scrolls below it. */
export const PINNED_CLASS =
  'sticky! right-0 bg-surface shadow-[inset_1px_0_0_var(--color-line),-8px_0_12px_-10px_rgb(0_0_0/0.35)]';

/** The head stays visible and sorts. */
export function DataTableHead<Row>({ columns, sort, onSort, start, end, pinned }: HeadProps<Row>) {
  return (
    <thead className="sticky top-(--sticky-top,0px) z-10 text-xs text-muted">
      <tr className="*:relative *:h-10 *:bg-surface *:px-(--column-room) *:font-medium *:whitespace-nowrap *:shadow-[inset_0_-1px_0_var(--color-line)] *:first:rounded-tl-[11px] *:first:pl-5 *:last:rounded-tr-[11px] *:last:pr-5">
        {start && <th className="w-4">{start}</th>}
        {columns.map((column, index) => {
          const direction = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : undefined;
          const isLast = index === columns.length - 1;
          const isAtEdge = column.align !== 'right' || column.hideHeader;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={column.sortValue ? (direction ?? 'none') : undefined}
              className={cx(
                column.align === 'right' && 'text-right',
                column.width,
                column.id === pinned && 'sticky! right-0',
                isLast && end && isAtEdge && !column.hideHeader && 'pr-11!',
              )}
            >
              {isLast && end && !isAtEdge && <span className="-my-2 mr-1 inline-flex align-middle">{end}</span>}
              {column.sortValue ? (
                <button
                  type="button"
                  onClick={() => onSort?.(column.id)}
                  className={cx(
                    '-mx-1 inline-flex items-center gap-1 rounded-sm px-1 py-0.5 hover:text-ink',
                    direction && 'text-ink',
                  )}
                >
                  {column.header}
                  <SortIcon direction={direction} />
                </button>
              ) : (
                <span className={column.hideHeader ? 'sr-only' : 'whitespace-normal'}>{column.header}</span>
              )}
              {isLast && end && isAtEdge && (
                <span className="absolute inset-y-0 right-3.5 flex items-center">{end}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | undefined }) {
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return <Icon className={cx('size-3.5', direction ? 'text-accent-ink' : 'text-faint')} aria-hidden />;
}
