import type { TableColumn } from './table-column.ts';

/** Shown where there is no value. */
export const DASH = <span className="text-muted">—</span>;

/** A row's cell in a column: a dash where it is empty, except in a column of buttons. */
export function cellOf<Row>({ cell, card }: TableColumn<Row>, row: Row) {
  const content = cell(row) ?? false;
  return content === false && card !== 'actions' ? DASH : content;
}
