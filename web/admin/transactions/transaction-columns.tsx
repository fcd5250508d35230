import { Link } from 'wouter';
import type { AdminTransaction } from '#bff/contract/transaction.ts';
import { transactionWord } from '#core/states.ts';
import { subjectHref } from '#web/admin/shared/subject-href.ts';
import { StatusBadge, statusLabel } from '#web/ui/badge.tsx';
import { CopiedText } from '#web/ui/copy-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';

const LINK =
  'inline-block max-w-full truncate align-bottom leading-6 rounded-sm underline-offset-4 hover:text-accent-ink hover:underline';

/** The columns of the transaction list. */
export const TRANSACTION_COLUMNS: readonly TableColumn<AdminTransaction>[] = [
  {
    id: 'id',
    header: 'Transaction ID',
    card: 'title',
    cell: (row) => <CopiedText text={row.id} shown={row.id.slice(0, 8)} label="Copy transaction ID" />,
  },
  { id: 'type', header: 'Type', cell: (row) => <span className="whitespace-nowrap">{statusLabel(row.type)}</span> },
  { id: 'amount', header: 'Amount', align: 'right', cell: (row) => <Money value={row.amount} signed showCurrency /> },
  {
    id: 'description',
    header: 'Description',
    cell: (row) => (
      <span className="block max-w-72 min-w-0">
        <span className="block truncate" title={row.description}>
          <Description row={row} />
        </span>
        <Link href={`/admin/users/${row.user.id}`} className={`text-xs text-muted ${LINK}`} title={row.user.name}>
          {row.user.name}
        </Link>
      </span>
    ),
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={transactionWord(row)} /> },
  {
    id: 'date',
    header: 'Date',
    cell: (row) => <DateText value={row.created_at} format="datetime" className="text-muted" />,
  },
];

/** The purpose, as a link to the document where there is one. */
function Description({ row }: { row: AdminTransaction }) {
  if (!row.document) return row.description;
  return (
    <Link href={subjectHref(row.document.kind, row.document.id)} className={LINK}>
      {row.description}
    </Link>
  );
}
