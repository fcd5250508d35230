import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Currency } from '#core/kernel/currencies.ts';
import { type PickedUser, UserPicker } from '#web/admin/shared/user-picker.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { toDate, toIsoDay } from '#web/lib/dates.ts';
import { DateRangePicker, type DayRange } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { ACCOUNT_CLASSES, accountClass } from './accounts.ts';

export type StatementChoice = {
  classId: string;
  currency: Currency;
  userId: string;
  walletId: string;
  from: string;
  to: string;
};
export type StatementChange = Partial<
  Record<'class' | 'user_id' | 'wallet_id' | 'start_date' | 'end_date', string | null>
>;

/** Which account, whose wallet where it is one a wallet, and which days. */
export function StatementPicker({
  choice,
  onChange,
}: {
  choice: StatementChoice;
  onChange: (change: StatementChange) => void;
}) {
  const [picked, setPicked] = useState<PickedUser | null>(null);
  const [range, setRange] = useState<DayRange | undefined>(() => rangeOf(choice));
  const { isPerWallet } = accountClass(choice.classId);
  const { data } = useQuery({
    ...apiQuery('GET /admin/users/:id', { params: { id: choice.userId } }),
    enabled: isPerWallet && choice.userId !== '',
  });
  const owner = data?.data;
  const user = [picked, owner].find((candidate) => candidate?.id === choice.userId) ?? null;
  const wallets = owner?.wallets.filter((wallet) => wallet.currency === choice.currency) ?? [];

  const chooseRange = (next: DayRange | undefined) => {
    setRange(next);
    if (next?.from && !next.to) return;
    onChange({
      start_date: next?.from ? toIsoDay(next.from) : null,
      end_date: next?.to ? toIsoDay(next.to) : null,
    });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Field label="Account class">
        <Select
          value={choice.classId}
          onChange={(event) => onChange({ class: event.target.value })}
          options={ACCOUNT_CLASSES.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      {isPerWallet && (
        <>
          <Field label="Customer">
            <UserPicker
              value={user && { id: user.id, name: user.name, email: user.email }}
              onChange={(next) => {
                setPicked(next);
                onChange({ user_id: next?.id ?? null, wallet_id: null });
              }}
              placeholder="Name or email"
            />
          </Field>
          <Field label="Wallet">
            <Select
              value={choice.walletId}
              disabled={!owner}
              onChange={(event) => onChange({ wallet_id: event.target.value })}
              placeholder={choice.userId === '' ? 'Choose a customer first' : 'Choose a wallet'}
              options={wallets.map((wallet) => ({
                value: wallet.id,
                label: `${wallet.name} · ${wallet.balance.formatted}`,
              }))}
            />
          </Field>
        </>
      )}
      <Field label="Days">
        <DateRangePicker value={range} onChange={chooseRange} placeholder="All days" label="Days" />
      </Field>
    </div>
  );
}

const rangeOf = ({ from, to }: StatementChoice): DayRange | undefined =>
  from === '' ? undefined : { from: toDate(from), to: to === '' ? undefined : toDate(to) };
