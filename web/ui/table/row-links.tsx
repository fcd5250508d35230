import { Link } from 'wouter';
import { type TableColumn, titleOf } from './table-column.ts';

/** The same columns, with a link in the title of each row. */
export function withRowLinks<Row>(
  columns: readonly TableColumn<Row>[],
  rowHref: ((row: Row) => string) | undefined,
): readonly TableColumn<Row>[] {
  if (!rowHref) return columns;
  const title = titleOf(columns);
  const linked = (column: TableColumn<Row>) => (row: Row) => (
    <Link
      href={rowHref(row)}
      data-row-link
      className="block rounded-sm font-medium hover:text-accent-ink max-md:text-accent-ink"
    >
      {column.cell(row)}
    </Link>
  );
  return columns.map((column) => (column === title ? { ...column, cell: linked(column) } : column));
}
