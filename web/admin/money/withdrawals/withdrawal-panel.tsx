import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { PayoutFileLink } from '#web/admin/money/shared/payout-file.tsx';
import { RequestPanel, type RequestPanelProps } from '#web/admin/money/shared/request-panel.tsx';
import { ApprovalList } from '#web/admin/money/shared/second-eyes.tsx';
import { noteText } from '#web/admin/shared/words/note-text.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { DateText } from '#web/ui/text/date-text.tsx';
import { PayeeWarnings, TransferDetails } from './transfer-details.tsx';

export function WithdrawalPanel(props: RequestPanelProps<AdminWithdrawal, 'complete'>) {
  return (
    <RequestPanel
      {...props}
      kind="withdrawal"
      read={apiQuery('GET /admin/withdrawals/:id', { params: { id: props.id } })}
      failed="Failed to fetch withdrawals"
      accept="complete"
      amountLabel={({ status }) => AMOUNT_LABELS[status]}
      banner={(withdrawal) => BANNERS[withdrawal.status](withdrawal)}
      above={(withdrawal) => (
        <>
          <PayeeWarnings withdrawal={withdrawal} />
          <TransferDetails withdrawal={withdrawal} />
        </>
      )}
      details={(withdrawal) => [
        withdrawal.approvals.length > 0 && {
          label: 'Approved by',
          value: <ApprovalList approvals={withdrawal.approvals} />,
        },
        withdrawal.value_date && { label: 'Value date', value: <DateText value={withdrawal.value_date} /> },
        withdrawal.payout_file && {
          label: 'File for the bank',
          value: <PayoutFileLink file={withdrawal.payout_file} />,
        },
        { label: 'Requested by', value: withdrawal.requested_by === 'customer' ? 'Customer' : 'Administrator' },
        { label: 'Last updated', value: <DateText value={withdrawal.updated_at} format="datetime" /> },
        { label: 'User notes', value: noteText(withdrawal.user_notes) },
        { label: 'Admin notes', value: noteText(withdrawal.admin_notes) },
      ]}
    />
  );
}

const AMOUNT_LABELS: Record<AdminWithdrawal['status'], string> = {
  pending: 'Amount to pay out',
  completed: 'Amount paid out',
  rejected: 'Requested amount',
  failed: 'Requested amount',
};

type Banner = { tone: 'info' | 'ok' | 'bad'; title: string; text: string };
const BANNERS: Record<AdminWithdrawal['status'], (withdrawal: AdminWithdrawal) => Banner> = {
  pending: ({ payout_file }) => ({
    tone: 'info',
    title: payout_file ? `In the file ${payout_file.reference}` : 'Waiting for the bank transfer',
    text: payout_file
      ? 'The bank makes the transfer from the file: make none by hand. Complete the withdrawal when the bank’s statement shows it.'
      : 'The amount is held in the customer’s wallet. Make the transfer, then complete the withdrawal; or reject it to give the funds back.',
  }),
  completed: () => ({
    tone: 'ok',
    title: 'Completed',
    text: 'The amount was paid out and has left the wallet.',
  }),
  rejected: () => ({
    tone: 'bad',
    title: 'Rejected',
    text: 'Nothing was paid out. The held amount is back in the wallet.',
  }),
  failed: ({ failure_reason }) => ({
    tone: 'bad',
    title: 'Failed',
    text: `Nothing was taken from the wallet. ${failure_reason ?? ''}`,
  }),
};
