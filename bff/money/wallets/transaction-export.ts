import type { ExportColumn } from '#bff/kit/files/export-column.ts';
import { transactionWord } from '#core/aggregates/states.ts';
import { toDecimal } from '#core/kernel/money/money.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { exportTransactions, type TransactionView } from '#projections/models/transactions.ts';

const decimal = (row: TransactionView, amount: bigint | null) =>
  amount === null ? '' : toDecimal({ amount, currency: row.currency });

export const TRANSACTION_COLUMNS: readonly ExportColumn<TransactionView>[] = [
  { title: 'Date (UTC)', width: 20, kind: 'time', value: (row) => row.createdAt },
  { title: 'Transaction ID', width: 38, kind: 'text', value: (row) => row.id },
  { title: 'Type', width: 12, kind: 'text', value: (row) => row.type.replaceAll('_', ' ') },
  { title: 'Description', width: 32, kind: 'text', value: (row) => row.description },
  { title: 'Status', width: 12, kind: 'text', value: transactionWord },
  { title: 'Amount', width: 14, kind: 'decimal', value: (row) => decimal(row, row.amount) },
  { title: 'Currency', width: 10, kind: 'text', value: (row) => row.currency },
  { title: 'Balance after', width: 14, kind: 'decimal', value: (row) => decimal(row, row.balanceAfter) },
];

/** A wallet's movements, oldest first, in chunks: memory stays that of one chunk. */
export async function* transactionPages(
  database: Database,
  request: {
    readonly customerId: string;
    readonly walletId: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  },
): AsyncGenerator<readonly TransactionView[]> {
  let after: { createdAt: Date; position: bigint } | undefined;
  for (;;) {
    const chunk = await exportTransactions(database, { ...request, after });
    const last = chunk.at(-1);
    if (!last) return;
    yield chunk;
    after = { createdAt: last.createdAt, position: last.position };
  }
}
