import { z } from 'zod';
import { CORRECTION_KINDS } from '#core/aggregates/correction/kinds.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { bigint, currency, day, oneOf, optional, text, time, uuid } from '#projections/kernel/columns.ts';
import { objectIdOf, type Projection } from '#projections/kernel/projection.ts';
import { countRows, type Database, every, type Fragment, sql } from '#projections/kernel/sql.ts';
import { defineTable, rowOf } from '#projections/kernel/table.ts';
import { conditionsOf, defineView, findRow, findRows, type ItemOf } from '#projections/kernel/view.ts';
import { administratorName } from '#projections/lists/accounts.ts';
import { type Page, pageOf, placeOf } from '#projections/lists/page.ts';

const CORRECTION_STATES = ['proposed', 'booked', 'rejected'] as const;

/** Each correction as it was proposed last, and what became of it. */
const corrections = defineTable(
  'corrections',
  ['correction_id'],
  {
    correction_id: uuid(),
    number: text(),
    kind: oneOf(CORRECTION_KINDS),
    status: oneOf(CORRECTION_STATES),
    /** As the bank shows it: negative where money left. */
    amount: bigint(),
    currency: currency(),
    reason: text(),
    paper: optional(text()),
    bank_line_id: optional(text()),
    document_kind: optional(oneOf(['deposit', 'withdrawal'])),
    document_id: optional(uuid()),
    document_number: optional(text()),
    wallet_id: optional(uuid()),
    value_date: day(),
    proposed_at: time(),
    proposed_by: text(),
    decided_at: optional(time()),
    decided_by: optional(text()),
    position: bigint(),
    booked_position: optional(bigint()),
  },
  {
    indexes: {
      by_time: ['proposed_at', 'position'],
      waiting: { on: ['proposed_at', 'position'], where: "status = 'proposed'" },
      by_line: { on: ['bank_line_id'], where: 'bank_line_id is not null' },
      by_wallet: { on: ['wallet_id'], where: 'wallet_id is not null' },
    },
  },
);

export const correctionsProjection: Projection = {
  tables: [corrections],
  reads: (event) => (event.streamId.startsWith('correction-') ? [rowOf(corrections, objectIdOf(event))] : []),
  apply(event, rows) {
    if (!event.streamId.startsWith('correction-')) return;
    const { time } = event.metadata;
    const before = rows.get(corrections, objectIdOf(event));
    switch (event.type) {
      case 'CorrectionProposed': {
        const { correctionId, number, kind, amount, reason, corrects, walletId, bankLineId, paper, valueDate, by } =
          event.data;
        // One that was rejected may be proposed again.
        rows.put(corrections, {
          correction_id: correctionId,
          number,
          kind,
          status: 'proposed' as const,
          reason,
          value_date: valueDate,
          amount: amount.amount,
          currency: amount.currency,
          paper: paper ?? null,
          bank_line_id: bankLineId ?? null,
          wallet_id: walletId ?? null,
          document_kind: corrects && corrects.kind !== 'order' ? corrects.kind : null,
          document_id: corrects?.id ?? null,
          document_number: corrects?.number ?? null,
          proposed_at: time,
          proposed_by: by,
          decided_at: null,
          decided_by: null,
          position: event.position,
          booked_position: null,
        });
        return;
      }
      case 'CorrectionBooked':
      case 'CorrectionRejected': {
        const status = event.type === 'CorrectionBooked' ? 'booked' : 'rejected';
        const decided_by = event.type === 'CorrectionRejected' ? event.data.by : event.metadata.actor.id;
        const booked_position = event.type === 'CorrectionBooked' ? event.position : null;
        if (before) rows.put(corrections, { ...before, status, decided_at: time, decided_by, booked_position });
      }
    }
  },
};

const view = defineView(corrections, {
  without: ['position', 'booked_position'],
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
  const [counted, items] = await Promise.all([
    countRows(database, sql.fragment`read.corrections where ${where}`),
    findRows(
      database,
      view,
      sql.fragment`where ${where} order by proposed_at desc, position desc limit ${perPage} offset ${offset}`,
    ),
  ]);
  return pageOf(asked, counted, items);
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

/** The papers of a customer whose wallet a correction moves once its second administrator confirms it, the oldest first. */
export const correctionsWaiting = (
  database: Database,
  customerId: string,
  limit: number,
): Promise<readonly { readonly number: string }[]> =>
  database.any(sql.type(z.object({ number: z.string() }))`
    select document_number as number from read.corrections correction join read.wallets using (wallet_id)
    where status = 'proposed' and kind <> 'write-off' and customer_id = ${customerId} and document_number is not null
    order by correction.proposed_at, correction.position limit ${limit}`);

const Receivable = z.object({
  depositId: z.uuid(),
  number: z.string(),
  currency: Currency,
  owed: z.bigint(),
  /** What of it can be written off. */
  left: z.bigint(),
});
export type Receivable = z.infer<typeof Receivable>;

/**
 * What is owed (minor units) for deposits that the bank took back: the part that the wallet did not have, less what was written off for the deposit.
 * Up to 0.3.0 a write-off named none, so for none is more left than the account of receivables has.
 */
const receivables = (database: Database, which: Fragment): Promise<readonly Receivable[]> =>
  database.any(sql.type(Receivable)`
    select document_id as "depositId", document_number as number, currency, owed, least(owed, account.balance) as left from (
      select document_id, document_number, currency, (coalesce((select sum(amount) from read.transactions moved
          where moved.document_id = booked.document_id and moved.type = 'deposit_taken_back' and moved.status = 'completed'), 0)
        - sum(amount))::int8 as owed
      from read.corrections booked where status = 'booked' and document_kind = 'deposit' and ${which}
      group by document_id, document_number, currency) as deposits
    join read.ledger_accounts account using (currency)
    where owed > 0 and account.account = 'assets:receivables:' || currency and account.balance > 0 order by document_number`);

export const receivablesOf = (database: Database, customerId: string) =>
  receivables(
    database,
    sql.fragment`wallet_id in (select wallet_id from read.wallets where customer_id = ${customerId})`,
  );

/** Null where nothing is owed for the deposit. */
export const findReceivable = async (database: Database, depositId: string) =>
  (await receivables(database, sql.fragment`document_id = ${depositId}`))[0] ?? null;

/** The number of a deposit in the currency that was booked as taken back after this position of the log; null where none was. */
export async function takenBackAfter(database: Database, currency: Currency, position: bigint): Promise<string | null> {
  const correction = await database.maybeOne(sql.type(z.object({ number: z.string() }))`
    select document_number as number from read.corrections
    where kind = 'deposit-taken-back' and currency = ${currency} and booked_position > ${position} order by booked_position limit 1`);
  return correction?.number ?? null;
}
