import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { cellOf } from './dash.tsx';
import { type TableColumn, titleOf } from './table-column.ts';

type CardsProps<Row> = {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Draws a row's tick box, where rows can be ticked. */
  tickBoxOf?: ((row: Row) => ReactNode) | undefined;
};

/** The rows of a data table as cards, which a small screen shows instead of the table. */
export function DataTableCards<Row>({ caption, columns, rows, rowKey, tickBoxOf }: CardsProps<Row>) {
  const title = titleOf(columns);
  const actions = columns.filter((column) => column.card === 'actions');
  const values = columns.filter((column) => column !== title && column.card !== 'actions' && column.card !== 'hidden');
  return (
    <ul aria-label={caption} className="divide-y">
      {rows.map((row) => (
        <li key={rowKey(row)} className="relative px-5 py-4">
          {tickBoxOf && <div className="absolute top-4 right-5">{tickBoxOf(row)}</div>}
          <div className="mb-2 font-medium">{title?.cell(row)}</div>
          <dl className="space-y-1.5">
            {values.map((column) => (
              <div key={column.id} className="flex items-start justify-between gap-4">
                <dt className="shrink-0 text-muted">{column.header}</dt>
                {/* Beside a long label a moment takes two lines rather than leave the card. */}
                <dd
                  className={cx('min-w-0 text-right [&_time]:whitespace-normal', column.align === 'right' && 'tabular')}
                >
                  {cellOf(column, row)}
                </dd>
              </div>
            ))}
          </dl>
          {actions.map((column) => (
            <div key={column.id} className="mt-3 flex flex-wrap justify-end gap-2 empty:hidden">
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
