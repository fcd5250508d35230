import type { BankAccount } from '#bff/contract/money/deposit.ts';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';

type PaymentInstructionsProps = {
  account: BankAccount;
  /** What to quote; unknown before the deposit is requested. */
  reference?: string;
};

export function PaymentInstructions({ account, reference }: PaymentInstructionsProps) {
  const rows = [...account, ...(reference === undefined ? [] : [{ label: 'Reference', value: reference }])];
  return (
    <dl className="divide-y rounded-lg border bg-sunken">
      {rows.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 pr-1.5 pl-3.5">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="tabular text-sm font-medium wrap-anywhere">{value}</dd>
          <dd className="col-start-2 row-span-2 row-start-1">
            <CopyButton value={value} label={`Copy ${label === 'Reference' ? 'the reference' : label}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
