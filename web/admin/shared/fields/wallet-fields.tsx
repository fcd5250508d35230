import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { type PickedUser, UserPicker } from './user-picker.tsx';

type WalletFieldsProps = {
  /** '' where none is chosen. */
  userId: string;
  walletId: string;
  onChange: (changes: { user_id?: string; wallet_id: string }) => void;
  user: { label: string; placeholder: string; hint?: string };
  /** The choice of no wallet; `before` is its text until a user is chosen, where the field shows then too. */
  none: { before?: string; label: string };
  /** Only wallets of this currency. */
  currency?: Currency;
};

export function WalletFields({ userId, walletId, onChange, user, none, currency }: WalletFieldsProps) {
  const [picked, setPicked] = useState<PickedUser | null>(null);
  const { data, error } = useQuery({
    ...apiQuery('GET /admin/users/:id', { params: { id: userId } }),
    enabled: userId !== '',
  });
  useToastOnError(error, 'Failed to fetch user details');
  const owner = userId === '' ? undefined : data?.data;
  const shown = [picked, owner].find((candidate) => candidate?.id === userId);
  const wallets = owner?.wallets.filter((wallet) => currency === undefined || wallet.currency === currency) ?? [];
  const first = userId === '' ? (none.before ?? '') : owner || error ? none.label : 'Loading wallets...';
  return (
    <>
      <Field label={user.label} hint={userId === '' ? user.hint : undefined}>
        <UserPicker
          value={shown ? { id: shown.id, name: shown.name, email: shown.email } : null}
          onChange={(next) => {
            setPicked(next);
            onChange({ user_id: next?.id ?? '', wallet_id: '' });
          }}
          placeholder={user.placeholder}
        />
      </Field>
      {(userId !== '' || none.before !== undefined) && (
        <Field label="Wallet">
          <Select
            value={owner ? walletId : ''}
            disabled={!owner}
            onChange={(wallet_id) => onChange({ wallet_id })}
            options={[
              { value: '', label: first },
              ...wallets.map(({ id, name, balance }) => ({ value: id, label: `${name} · ${balance.formatted}` })),
            ]}
          />
        </Field>
      )}
    </>
  );
}
