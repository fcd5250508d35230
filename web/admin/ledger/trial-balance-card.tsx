import type { TrialBalanceAnswer, TrialBalanceLine } from '#bff/contract/office/admin-ledger.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Money } from '#web/ui/text/money.tsx';
import { accountClass, classOrder } from './accounts.ts';
import { Balance } from './balance.tsx';

type TrialBalanceCardProps = {
  balance: TrialBalanceAnswer['data'] | undefined;
  error: unknown;
  onRetry: () => unknown;
  currency: Currency;
  selected: string;
  hrefOf: (classId: string) => string;
};

export function TrialBalanceCard({ balance, error, onRetry, currency, selected, hrefOf }: TrialBalanceCardProps) {
  const lines = balance?.lines
    .filter((line) => line.currency === currency)
    .sort((a, b) => classOrder(a.class) - classOrder(b.class));
  const total = balance?.totals.find((candidate) => candidate.currency === currency);
  return (
    <Card title="Trial balance" description="Select an account to read its statement." padded={false}>
      <DataTable
        caption={`Trial balance in ${currency}`}
        columns={columnsOf(selected)}
        rows={lines}
        rowKey={(line) => line.class}
        rowHref={(line) => hrefOf(line.class)}
        error={error}
        errorMessage="The trial balance could not be loaded."
        onRetry={onRetry}
        empty={`Nothing has been posted in ${currency} yet`}
        skeletonRows={7}
      />
      {total && (
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t bg-sunken px-5 py-3 text-sm">
          <strong className="font-semibold">Total</strong>
          <span>
            Debits <Money value={total.debits} className="font-semibold" />{' '}
            {total.debits.amount === total.credits.amount ? '=' : '≠'} credits{' '}
            <Money value={total.credits} className="font-semibold" />
          </span>
        </p>
      )}
    </Card>
  );
}

const columnsOf = (selected: string): readonly TableColumn<TrialBalanceLine>[] => [
  column.text('Account class', (line) => <ClassName id={line.class} isSelected={line.class === selected} />, {
    id: 'class',
    card: 'title',
  }),
  column.text('Lines', (line) => <span className="text-muted">{line.entries.toLocaleString('en-US')}</span>, {
    id: 'entries',
    align: 'right',
    card: 'hidden',
  }),
  column.money('Debits', (line) => line.debits),
  column.money('Credits', (line) => line.credits),
  column.text('Balance', (line) => <Balance value={line.balance} className="font-medium" />, { align: 'right' }),
];

function ClassName({ id, isSelected }: { id: string; isSelected: boolean }) {
  const { label, meaning } = accountClass(id);
  return (
    <span className="block" aria-current={isSelected || undefined}>
      <span className={cx('font-medium', isSelected && 'text-accent-ink')}>{label}</span>
      <span className="block text-xs font-normal text-muted">{meaning || id}</span>
    </span>
  );
}
