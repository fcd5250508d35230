import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { AdminDeposit } from '#bff/contract/money/deposit.ts';
import { RequestPanel, type RequestPanelProps } from '#web/admin/money/shared/request-panel.tsx';
import { ApprovalList } from '#web/admin/money/shared/second-eyes.tsx';
import { noteText } from '#web/admin/shared/words/note-text.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { fetchFile, saveFile } from '#web/lib/api/download.ts';
import { orNull } from '#web/lib/call/api-error.ts';
import { isNonZero } from '#web/lib/words/money.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopiedText } from '#web/ui/actions/copy-button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { FilePreview } from '#web/ui/files/file-preview.tsx';
import type { Detail } from '#web/ui/page/detail-list.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';

export function DepositPanel(props: RequestPanelProps<AdminDeposit, 'approve'>) {
  return (
    <RequestPanel
      {...props}
      kind="deposit"
      read={apiQuery('GET /admin/deposits/:id', { params: { id: props.id } })}
      failed="Failed to fetch deposits"
      accept="approve"
      amountLabel={() => 'Requested amount'}
      banner={bannerOf}
      details={detailsOf}
      above={(deposit) => <RecalledAccount deposit={deposit} />}
      actions={(deposit) => (
        <Button
          icon={<Download aria-hidden />}
          className="max-sm:px-2.5 sm:mr-auto"
          onClick={() => saveDepositInvoice(deposit)}
        >
          {/* On a phone all buttons fit into one row. */}
          <span className="max-sm:sr-only">Invoice</span>
        </Button>
      )}
      below={(deposit) => <Proof deposit={deposit} />}
    />
  );
}

/** Its customer was asked to pay into an account that was wrong. */
function RecalledAccount({ deposit: { do_not_pay_into } }: { deposit: AdminDeposit }) {
  const [recalled] = do_not_pay_into;
  if (!recalled) return null;
  return (
    <Alert tone="warn" title="It names a recalled account">
      {recalled.map(({ value }) => value).join(' · ')}. The customer gets a mail, and sees the account that is right
      now. Money may have gone to the wrong one: ask the bank before you reject it.
    </Alert>
  );
}

/** A toast shows a failure. */
export const saveDepositInvoice = ({ id, reference }: AdminDeposit): Promise<void> => {
  const name = `deposit-invoice-${reference}.pdf`;
  const failed = 'Failed to download invoice';
  return saveFile('GET /admin/deposits/:id/invoice', { params: { id } }, name, failed, 'Download Failed');
};

/** Each fetch is recorded as a look, so it is fetched once. */
function Proof({ deposit }: { deposit: AdminDeposit }) {
  const { id, reference, has_payment_proof, payment_proof_url } = deposit;
  const { data, error, refetch } = useQuery({
    queryKey: ['proof-of-deposit', id, payment_proof_url],
    queryFn: ({ signal }) =>
      orNull(
        fetchFile('GET /admin/deposits/:id/payment-proof', { params: { id }, signal }, `payment-proof-${reference}`),
      ),
    enabled: has_payment_proof,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-label="Payment proof">
      <h3 className="mb-2 text-sm font-semibold">Payment proof</h3>
      <FilePreview
        of={{ data: has_payment_proof ? data : null, error, refetch }}
        noun="payment proof"
        missing="No payment proof was uploaded. Without one it takes a note and two administrators to approve it."
      />
    </section>
  );
}

function bannerOf({ status, approved_amount }: AdminDeposit) {
  if (status === 'pending') return null;
  if (status === 'rejected') return { tone: 'bad', title: 'Rejected', text: 'No funds were credited.' } as const;
  const text = (
    <>
      <Money value={approved_amount} className="font-medium" /> was approved. The funds were credited to the customer’s
      wallet.
    </>
  );
  return { tone: 'ok', title: 'Approved', text } as const;
}

function detailsOf(deposit: AdminDeposit): Detail[] {
  const { approved_amount, deposit_fees, decided_at, approvals, value_date } = deposit;
  return [
    approved_amount && { label: 'Approved amount', value: <Money value={approved_amount} showCurrency /> },
    value_date && { label: 'Value date', value: <DateText value={value_date} /> },
    isNonZero(deposit_fees) && { label: 'Deposit fees', value: <Money value={deposit_fees} showCurrency /> },
    approvals.length > 0 && { label: 'Approved by', value: <ApprovalList approvals={approvals} /> },
    { label: 'Deposit ID', value: <CopiedText text={deposit.id} label="Copy deposit ID" /> },
    { label: 'Wallet ID', value: <CopiedText text={deposit.wallet_id} label="Copy wallet ID" /> },
    { label: 'Last updated', value: <DateText value={deposit.updated_at} format="datetime" /> },
    decided_at && { label: 'Decided', value: <DateText value={decided_at} format="datetime" /> },
    { label: 'Customer notes', value: noteText(deposit.user_notes) },
    { label: 'Admin notes', value: noteText(deposit.admin_notes) },
  ];
}
