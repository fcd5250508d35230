import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { Alert } from '#web/ui/alert.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';

/** The data for the bank's form, each line to copy, in the order of most banks. */
export function TransferDetails({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { bank_details: bank, amount, reference } = withdrawal;
  if (!bank) {
    return (
      <Alert tone="warn" title="No bank details">
        The customer has saved no banking details. Ask for them before making a transfer.
      </Alert>
    );
  }
  const lines = [
    { label: 'Account name', value: bank.accountName },
    { label: 'Account number', value: bank.accountNumber },
    { label: 'Bank name', value: bank.bankName },
    { label: 'SWIFT code', value: bank.swiftCode },
    { label: 'Amount', value: amount.decimal, shown: `${amount.formatted} ${amount.currency}` },
    { label: 'Payment reference', value: reference },
    ...(bank.additionalInfo ? [{ label: 'Additional information', value: bank.additionalInfo }] : []),
  ];
  return (
    <section aria-label="Bank transfer" className="rounded-lg border">
      <div className="flex items-center justify-between gap-3 border-b px-4 py-2.5">
        <h3 className="text-sm font-semibold">Bank transfer</h3>
        <CopyButton variant="ghost" value={lines.map(({ label, value }) => `${label}: ${value}`).join('\n')}>
          Copy all
        </CopyButton>
      </div>
      <dl className="divide-y">
        {lines.map(({ label, value, shown }) => (
          <div key={label} className="flex items-center gap-3 px-4 py-2 text-sm">
            <dt className="w-32 shrink-0 text-muted max-sm:w-24">{label}</dt>
            <dd className="tabular min-w-0 grow wrap-anywhere whitespace-pre-line">{shown ?? value}</dd>
            <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
          </div>
        ))}
      </dl>
    </section>
  );
}
