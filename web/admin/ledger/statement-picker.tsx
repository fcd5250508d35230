import { useState } from 'react';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { WalletFields } from '#web/admin/shared/fields/wallet-fields.tsx';
import { DateRangePicker, type DayRange } from '#web/ui/form/controls/date-picker.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import type { AsOf } from '#web/ui/page/as-of.tsx';
import { ACCOUNT_CLASSES, isPerWallet } from './accounts.ts';

type StatementChoice = {
  class: string;
  currency: Currency;
  user_id: string;
  wallet_id: string;
  start_date: string;
  end_date: string;
} & AsOf;

type StatementPickerProps = { choice: StatementChoice; onChange: (changes: Partial<StatementChoice>) => void };

export function StatementPicker({ choice, onChange }: StatementPickerProps) {
  const [range, setRange] = useState<DayRange>({ from: choice.start_date, to: choice.end_date });
  const chooseRange = (next: DayRange) => {
    setRange(next);
    if (next.from === '' || next.to !== '') onChange({ start_date: next.from, end_date: next.to });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Field label="Account class">
        <Select
          value={choice.class}
          onChange={(chosen) => onChange({ class: chosen })}
          options={ACCOUNT_CLASSES.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      {isPerWallet(choice.class) && (
        <WalletFields
          userId={choice.user_id}
          walletId={choice.wallet_id}
          onChange={onChange}
          user={{ label: 'Customer', placeholder: 'Name or email' }}
          none={{ before: 'Choose a customer first', label: 'Choose a wallet' }}
          currency={choice.currency}
        />
      )}
      <Field label="Days">
        <DateRangePicker value={range} onChange={chooseRange} placeholder="All days" label="Days" daysIn="UTC" />
      </Field>
    </div>
  );
}
