import { countRows, type Database, every, sql } from '../kernel/sql.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '../kernel/view.ts';
import { administratorName } from '../lists/accounts.ts';
import { type Page, pageOf, placeOf } from '../lists/page.ts';
import { type CORRECTION_STATES, corrections } from './table.ts';

const view = defineView(corrections, {
  without: ['position'],
  add: {
    proposedByName: administratorName('corrections.proposed_by'),
    decidedByName: administratorName('corrections.decided_by'),
  },
});
export type CorrectionView = ItemOf<typeof view>;

type Asked = {
  readonly status?: (typeof CORRECTION_STATES)[number] | undefined;
  readonly page?: number;
  readonly perPage?: number;
};

/** Corrections, the newest first. */
export async function listCorrections(database: Database, asked: Asked): Promise<Page<CorrectionView>> {
  const where = every(conditionsOf(corrections, { status: asked.status }));
  const { perPage, offset } = placeOf(asked);
  const [total, items] = await Promise.all([
    countRows(database, sql.fragment`read.corrections where ${where}`),
    findRows(
      database,
      view,
      sql.fragment`where ${where} order by proposed_at desc, position desc limit ${perPage} offset ${offset}`,
    ),
  ]);
  return pageOf(asked, total, items);
}

export const findCorrection = (database: Database, correctionId: string): Promise<CorrectionView | null> =>
  findRow(database, view, conditionsOf(corrections, { correction_id: correctionId }));

/** What waits or is booked of these lines of the bank; a rejected one leaves its line free. */
export const correctionsOfLines = (
  database: Database,
  lineIds: readonly string[],
): Promise<readonly CorrectionView[]> =>
  findRows(
    database,
    view,
    sql.fragment`where bank_line_id = any(${sql.array([...lineIds], 'text')}) and status <> 'rejected'`,
  );
