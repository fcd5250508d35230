import { Link } from 'wouter';
import type { AdminTransaction } from '#bff/contract/money/transaction.ts';
import { transactionWord } from '#core/aggregates/states.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { formatTransactionTime } from '#web/lib/words/transaction-time.ts';
import { CopiedText } from '#web/ui/actions/copy-button.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

const LINK =
  'inline-block max-w-full truncate align-bottom leading-6 rounded-sm underline-offset-4 hover:text-accent-ink hover:underline';

export const TRANSACTION_COLUMNS: readonly TableColumn<AdminTransaction>[] = [
  column.text(
    'Transaction ID',
    (row) => <CopiedText text={row.id} shown={row.id.slice(0, 8)} label="Copy transaction ID" />,
    { id: 'id', card: 'title' },
  ),
  column.text('Type', (row) => <span className="whitespace-nowrap">{statusLabel(row.type)}</span>),
  column.money('Amount', (row) => row.amount, { signed: true, showCurrency: true }),
  column.text('Description', (row) => (
    <span className="block max-w-72 min-w-0">
      <span className="block truncate" title={row.description}>
        <Description row={row} />
      </span>
      <Link href={`/admin/users/${row.user.id}`} className={`text-xs text-muted ${LINK}`} title={row.user.name}>
        {row.user.name}
      </Link>
    </span>
  )),
  column.status('Status', (row) => transactionWord(row)),
  column.text('Date', (row) => (
    <DateText value={row.created_at} format={formatTransactionTime} className="text-muted" />
  )),
];

function Description({ row }: { row: AdminTransaction }) {
  if (!row.document) return row.description;
  return (
    <Link href={subjectHref(row.document.kind, row.document.id)} className={LINK}>
      {row.description}
    </Link>
  );
}
