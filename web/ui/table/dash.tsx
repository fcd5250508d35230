import type { ReactNode } from 'react';
import type { TableColumn } from './table-column.ts';

export const DASH = <span className="text-muted">—</span>;

/** Longer words than this break, because one of them would push the other columns of every row out of sight. */
const LONG_WORD = /\S{25}/;

/** A text that somebody else typed: its long words break, and it takes at most two lines. */
export const breakable = (content: ReactNode): ReactNode =>
  typeof content === 'string' && LONG_WORD.test(content) ? (
    <span className="line-clamp-2 max-w-64 min-w-32 wrap-anywhere" title={content}>
      {content}
    </span>
  ) : (
    content
  );

/** A row's cell in a column: a dash where it is empty, except in a column of buttons. */
export function cellOf<Row>({ cell, card }: TableColumn<Row>, row: Row) {
  const content = breakable(cell(row) ?? false);
  return content === false && card !== 'actions' ? DASH : content;
}
