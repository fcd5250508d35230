import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PickedUser, UserPicker } from '#web/admin/shared/user-picker.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { dateProblem, hasFilters, type TransactionFilters } from './transaction-filters.ts';

/** The store has no movements before this year. */
const FIRST_YEAR = 2020;

type FilterCardProps = {
  filters: TransactionFilters;
  onChange: (changes: Partial<TransactionFilters>) => void;
  onClear: () => void;
};

/** Narrows the list by days, user and wallet; applies by itself. */
export function FilterCard({ filters, onChange, onClear }: FilterCardProps) {
  const [picked, setPicked] = useState<PickedUser | null>(null);
  const { data, error } = useQuery({
    ...apiQuery('GET /admin/users/:id', { params: { id: filters.user_id } }),
    enabled: filters.user_id !== '',
  });
  const user = data?.data;
  useEffect(() => {
    if (error) toastError(error, 'Failed to fetch user details');
  }, [error]);
  const shownUser = [picked, user].find((candidate) => candidate?.id === filters.user_id) ?? null;
  const chooseUser = (next: PickedUser | null) => {
    setPicked(next);
    onChange({ user_id: next?.id ?? '', wallet_id: '' });
  };
  return (
    <Card
      title="Filters"
      actions={
        <Button
          size="sm"
          variant="ghost"
          disabled={!hasFilters(filters)}
          className="-my-1 -mr-3"
          onClick={() => {
            setPicked(null);
            onClear();
          }}
        >
          Clear Filters
        </Button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Field label="Start date">
          <DatePicker
            label="Start date"
            value={filters.start_date}
            onChange={(day) => onChange({ start_date: day })}
            fromYear={FIRST_YEAR}
          />
        </Field>
        <Field label="End date" error={dateProblem(filters)}>
          <DatePicker
            label="End date"
            value={filters.end_date}
            onChange={(day) => onChange({ end_date: day })}
            fromYear={FIRST_YEAR}
          />
        </Field>
        <Field label="User" hint={filters.user_id === '' ? 'Type at least 3 characters to search' : undefined}>
          <UserPicker
            value={shownUser && { id: shownUser.id, name: shownUser.name, email: shownUser.email }}
            onChange={chooseUser}
            placeholder="All users"
          />
        </Field>
        {filters.user_id !== '' && (
          <Field label="Wallet">
            <Select
              value={user ? filters.wallet_id : ''}
              disabled={!user}
              onChange={(event) => onChange({ wallet_id: event.target.value })}
              options={[
                { value: '', label: user || error ? 'All wallets' : 'Loading wallets...' },
                ...(user?.wallets ?? []).map((wallet) => ({
                  value: wallet.id,
                  label: `${wallet.name} · ${wallet.balance.formatted}`,
                })),
              ]}
            />
          </Field>
        )}
      </div>
    </Card>
  );
}
