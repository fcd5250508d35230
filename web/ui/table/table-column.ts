import type { ReactNode } from 'react';

export type SortValue = string | number | bigint | Date | null | undefined;

export type TableColumn<Row> = {
  id: string;
  /** The head of the column, and the label of the value on a small screen. */
  header: string;
  /** An empty cell (null, false) shows as a dash. */
  cell: (row: Row) => ReactNode;
  /** Amounts and actions are at the right. */
  align?: 'right';
  /** Makes the head a button. With sorting on the server only its presence counts. */
  sortValue?: (row: Row) => SortValue;
  /** Tailwind width of the column ('w-32'); also of its skeleton. */
  width?: string;
  /** On a small screen: `title` is the card's head, `actions` are at the bottom without a label, `hidden` is left out. */
  card?: 'title' | 'actions' | 'hidden';
  /** Only screen readers get the head (actions). */
  hideHeader?: boolean;
};

export type TableSort = { id: string; desc: boolean };

/** The column that names the record. */
export const titleOf = <Row>(columns: readonly TableColumn<Row>[]): TableColumn<Row> | undefined =>
  columns.find((column) => column.card === 'title') ?? columns[0];
