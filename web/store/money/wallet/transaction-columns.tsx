import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { Transaction } from '#bff/contract/money/transaction.ts';
import { transactionWord } from '#core/aggregates/states.ts';
import { cx } from '#web/lib/words/cx.ts';
import { signOf } from '#web/lib/words/money.ts';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Money } from '#web/ui/text/money.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { MovementProof } from './movement-proof.tsx';
import { transactionTypeLabel } from './transaction-filters.ts';

export const TRANSACTION_COLUMNS: readonly TableColumn<Transaction>[] = [
  column.text('Description', (transaction) => <Description transaction={transaction} />, { card: 'title' }),
  column.text('Type', (transaction) => transactionTypeLabel(transaction.type)),
  column.day('Date', (transaction) => transaction.created_at, { sortValue: () => null }),
  column.status('Status', (transaction) => transactionWord(transaction)),
  column.text(
    'Amount',
    (transaction) => (
      <Money
        value={transaction.amount}
        signed
        className={cx('font-medium', transaction.status === 'failed' && 'text-muted! line-through')}
      />
    ),
    { align: 'right' },
  ),
  column.money('Balance after', (transaction) => transaction.balance_after, { id: 'balance', className: 'text-muted' }),
  column.actions('Proof', (transaction) => <MovementProof transaction={transaction} />, { hideHeader: true }),
];

function Description({ transaction }: { transaction: Transaction }) {
  const isIn = signOf(transaction.amount) > 0;
  const Arrow = isIn ? ArrowDownLeft : ArrowUpRight;
  const link = linkOf(transaction);
  return (
    <span className="flex items-center gap-3">
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full',
          isIn ? 'bg-ok-soft text-ok' : 'bg-none-soft text-muted',
        )}
        aria-hidden="true"
      >
        <Arrow className="size-4" />
      </span>
      {link ? (
        <TextLink href={link} className="text-ink! hover:text-accent-ink!">
          {transaction.description}
        </TextLink>
      ) : (
        <span className="font-medium">{transaction.description}</span>
      )}
    </span>
  );
}

function linkOf({ document }: Transaction): string | undefined {
  if (!document) return undefined;
  const { id, kind } = document;
  return { order: `/orders/${id}`, deposit: `/deposits?open=${id}`, withdrawal: `/withdraw?open=${id}` }[kind];
}
