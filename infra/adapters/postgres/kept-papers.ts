import type pg from 'pg';
import { payoutFileReference } from '#core/finance/bank/payout-file.ts';
import type { BankLine, KeptPapers, Transfer } from '#core/finance/explain/kept-papers.ts';
import { Currency, money } from '#core/kernel/money/money.ts';
import { connectedUnlessAway } from './pool.ts';

type Query = <Row extends pg.QueryResultRow>(text: string, values: readonly string[]) => Promise<readonly Row[]>;
type TransferRow = Omit<Transfer, 'file'> & { readonly number: string };
type LineRow = Omit<BankLine, 'amount'> & { readonly amount: string; readonly currency: string };

/** The papers beside the log, read as a role that may see the two views. */
export const createKeptPapers = (query: Query): KeptPapers => ({
  async transfersOf(withdrawalId) {
    const rows = await query<TransferRow>(
      `select number::text, end_to_end_id as "endToEndId", created_by as "madeBy", created_at as "madeAt",
          withdrawn_at as "withdrawnAt" from app.payout_transfer where withdrawal_id = $1 order by payout_transfer.number`,
      [withdrawalId],
    );
    return rows.map(({ number, ...row }) => ({ ...row, file: payoutFileReference(BigInt(number)) }));
  },
  itemsOf: (file) =>
    query<{ withdrawalId: string | null; lineId: string | null }>(
      `select withdrawal_id as "withdrawalId", line_id as "lineId" from app.payout_transfer
        where payout_transfer.number = $1::bigint order by end_to_end_id`,
      [file.replace(/^PAY-/, '')],
    ),
  async lineOf(lineId) {
    const [row] = await query<LineRow>(
      `select amount::text, currency, booked_on::text as "bookedOn", value_date::text as "valueDate",
          bank_reference as reference, statement, account from app.bank_line_place where line_id = $1`,
      [lineId],
    );
    return row ? { ...row, amount: money(BigInt(row.amount), Currency.parse(row.currency)) } : null;
  },
});

/** Each query on its own connection; no rows when Postgres does not answer. */
export const queryAlone =
  (databaseUrl: string): Query =>
  async <Row extends pg.QueryResultRow>(text: string, values: readonly string[]) => {
    const client = await connectedUnlessAway(databaseUrl, 'giftledger-explain');
    if (!client) return [];
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
