import type { TableColumn } from './table-column.ts';

/** What stands where there is no value. */
export const DASH = <span className="text-muted">—</span>;

/** What a row shows in a column: a dash where that is nothing, unless buttons would stand there. */
export function cellOf<Row>({ cell, card }: TableColumn<Row>, row: Row) {
  const content = cell(row) ?? false;
  return content === false && card !== 'actions' ? DASH : content;
}
