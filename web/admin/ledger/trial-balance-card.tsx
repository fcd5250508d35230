import type { TrialBalanceAnswer, TrialBalanceLine } from '#bff/contract/admin-ledger.ts';
import type { Currency } from '#core/kernel/currencies.ts';
import { cx } from '#web/lib/cx.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { accountClass, classOrder } from './accounts.ts';
import { Balance } from './balance.tsx';

type TrialBalanceCardProps = {
  balance: TrialBalanceAnswer['data'] | undefined;
  error: unknown;
  onRetry: () => unknown;
  currency: Currency;
  selected: string;
  onSelect: (classId: string) => void;
};

/** Every class of accounts in one currency; its two totals must be equal. */
export function TrialBalanceCard({ balance, error, onRetry, currency, selected, onSelect }: TrialBalanceCardProps) {
  return (
    <Card title="Trial balance" description="Press a class to read its statement." padded={false}>
      {balance ? (
        <BalanceTable balance={balance} currency={currency} selected={selected} onSelect={onSelect} />
      ) : error ? (
        <ErrorState
          message={describeError(error, 'The trial balance could not be loaded.').message}
          onRetry={onRetry}
        />
      ) : (
        <Loading label="Loading the trial balance" className="space-y-5 px-5 pb-5">
          {Array.from({ length: 7 }, (_, index) => (
            <Skeleton key={String(index)} className="h-6 w-full" />
          ))}
        </Loading>
      )}
    </Card>
  );
}

function BalanceTable({
  balance,
  currency,
  selected,
  onSelect,
}: Pick<TrialBalanceCardProps, 'currency' | 'selected' | 'onSelect'> & { balance: TrialBalanceAnswer['data'] }) {
  const lines = balance.lines
    .filter((line) => line.currency === currency)
    .sort((a, b) => classOrder(a.class) - classOrder(b.class));
  const total = balance.totals.find((candidate) => candidate.currency === currency);
  if (lines.length === 0) return <EmptyState title={`Nothing has been posted in ${currency} yet`} />;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Trial balance in {currency}</caption>
        <thead className="text-xs text-muted">
          <tr className="border-b [&>th]:h-10 [&>th]:px-3 [&>th]:font-medium">
            <th scope="col" className="pl-5!">
              Account class
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              Lines
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              Debits
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              Credits
            </th>
            <th scope="col" className="pr-5! text-right">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <BalanceRow key={line.class} line={line} isSelected={line.class === selected} onSelect={onSelect} />
          ))}
        </tbody>
        {total && (
          <tfoot className="bg-sunken font-semibold">
            <tr className="[&>td]:px-3 [&>td]:py-3">
              <th scope="row" className="px-3 py-3 pl-5">
                Total
              </th>
              <td className="max-sm:hidden" />
              <td className="text-right max-sm:hidden">
                <Money value={total.debits} />
              </td>
              <td className="text-right max-sm:hidden">
                <Money value={total.credits} />
              </td>
              <td className="pr-5! text-right font-normal text-muted">
                {total.debits.amount === total.credits.amount ? 'Debits = credits' : 'Debits ≠ credits'}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function BalanceRow({
  line,
  isSelected,
  onSelect,
}: {
  line: TrialBalanceLine;
  isSelected: boolean;
  onSelect: (classId: string) => void;
}) {
  const { label, meaning } = accountClass(line.class);
  return (
    <tr
      className={cx('relative border-b [&>td]:px-3 [&>td]:py-2.5', isSelected ? 'bg-accent-soft' : 'hover:bg-hover/60')}
    >
      <td className="pl-5!">
        {/* Its hit area is the whole row. */}
        <button
          type="button"
          aria-pressed={isSelected}
          onClick={() => onSelect(line.class)}
          className="text-left font-medium after:absolute after:inset-0 after:content-['']"
        >
          {label}
        </button>
        <span className="block text-xs text-muted">{meaning || line.class}</span>
      </td>
      <td className="tabular text-right text-muted max-sm:hidden">{line.entries.toLocaleString('en-US')}</td>
      <td className="text-right max-sm:hidden">
        <Money value={line.debits} />
      </td>
      <td className="text-right max-sm:hidden">
        <Money value={line.credits} />
      </td>
      <td className="pr-5! text-right font-medium">
        <Balance value={line.balance} />
      </td>
    </tr>
  );
}
