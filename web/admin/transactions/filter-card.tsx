import { DayFields } from '#web/admin/shared/day-fields.tsx';
import { WalletFields } from '#web/admin/shared/wallet-fields.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { hasFilters, type TransactionFilters } from './transaction-filters.ts';

type FilterCardProps = {
  filters: TransactionFilters;
  onChange: (changes: Partial<TransactionFilters>) => void;
  onClear: () => void;
};

/** Narrows the list by days, user and wallet; applies by itself. */
export function FilterCard({ filters, onChange, onClear }: FilterCardProps) {
  return (
    <Card
      title="Filters"
      actions={
        <Button size="sm" variant="ghost" disabled={!hasFilters(filters)} className="-my-1 -mr-3" onClick={onClear}>
          Clear Filters
        </Button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <DayFields days={filters} onChange={onChange} />
        <WalletFields
          userId={filters.user_id}
          walletId={filters.wallet_id}
          onChange={onChange}
          user={{ label: 'User', placeholder: 'All users', hint: 'Type at least 3 characters to search' }}
          none={{ label: 'All wallets' }}
        />
      </div>
    </Card>
  );
}
