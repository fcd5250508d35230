import { Eye } from 'lucide-react';
import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

export function PayeeWarnings({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { status, payable_from: from, is_company_account: isCompany, bank_details: bank } = withdrawal;
  if (status !== 'pending') return null;
  const waits = from !== null && Date.parse(from) > Date.now();
  return (
    <>
      {from !== null && (
        <Alert tone="warn" title="New account">
          This customer was never paid to this account before.{' '}
          {waits && (
            <>
              It waits until <DateText value={from} format="datetime" />, so that the customer can still stop it.
            </>
          )}
        </Alert>
      )}
      {isCompany === false && (
        <Alert tone="warn" title="Another name">
          The account belongs to “{bank?.accountName}”, which is not the name of the approved company.
        </Alert>
      )}
    </>
  );
}

/** The data for the bank's form, each line to copy, in the order of most banks. Masked, unless the withdrawal waits for a decision. */
export function TransferDetails({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { id, bank_details, is_bank_masked: isMasked, amount, reference } = withdrawal;
  const reveal = useWrite('POST /admin/withdrawals/:id/bank-details/reveal', {
    // Once the panel is closed, nothing of it stays in memory.
    gcTime: 0,
    failed: 'The bank data could not be shown.',
    stale: ['/admin/audit'],
  });
  const bank = reveal.data?.data ?? bank_details;
  if (!bank) {
    return (
      <Alert tone="warn" title="No bank details">
        The customer has saved no banking details. Ask for them before making a transfer.
      </Alert>
    );
  }
  const isFull = !isMasked || reveal.data !== undefined;
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
        {isFull ? (
          <CopyButton variant="ghost" value={lines.map(({ label, value }) => `${label}: ${value}`).join('\n')}>
            Copy all
          </CopyButton>
        ) : (
          <May permission="bank-details:reveal">
            <Button
              size="sm"
              icon={<Eye aria-hidden />}
              busy={reveal.isPending}
              busyText="Showing..."
              onClick={() => reveal.mutate({ params: { id } })}
            >
              Show in full
            </Button>
          </May>
        )}
      </div>
      <dl className="divide-y">
        {lines.map(({ label, value, shown }) => (
          <div key={label} className="flex items-center gap-3 px-4 py-2 text-sm">
            <dt className="w-32 shrink-0 text-muted max-sm:w-24">{label}</dt>
            <dd className="flex min-w-0 grow items-center gap-3">
              <span className="tabular min-w-0 grow wrap-anywhere whitespace-pre-line">{shown ?? value}</span>
              {isFull && <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
