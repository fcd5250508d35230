import type { Database } from '../kernel/sql.ts';
import { sql } from '../kernel/sql.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '../kernel/view.ts';
import { bookedLines } from './table.ts';

const view = defineView(bookedLines, { without: ['position'] });
export type BookedLine = ItemOf<typeof view>;

/** The ledger's record of a line; null when there is none. */
export const findBookedLine = (database: Database, lineId: string): Promise<BookedLine | null> =>
  findRow(database, view, conditionsOf(bookedLines, { line_id: lineId }));

/** Those of the given lines that the ledger has. */
export const bookedAmong = (database: Database, lineIds: readonly string[]): Promise<readonly BookedLine[]> =>
  findRows(database, view, sql.fragment`where line_id = any(${sql.array([...lineIds], 'text')})`);
