import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { AuditTrail } from '#web/admin/shared/audit-trail.tsx';
import { noteText } from '#web/admin/shared/note-text.tsx';
import { AmountOfCustomer, DecideButtons, RequestTitle } from '#web/admin/shared/request-pieces.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { SidePanel } from '#web/ui/frames/side-panel.tsx';
import { TransferDetails } from './transfer-details.tsx';
import { type Decide, useIsDeciding } from './withdrawals-api.ts';

type WithdrawalPanelProps = {
  id: string;
  /** Its row, where the list has it. */
  known: AdminWithdrawal | undefined;
  onClose: () => void;
  onDecide: Decide;
};

/** Everything needed to make the transfer, and what came of it. */
export function WithdrawalPanel({ id, known, onClose, onDecide }: WithdrawalPanelProps) {
  const isDeciding = useIsDeciding();
  return (
    <SidePanel
      read={apiQuery('GET /admin/withdrawals/:id', { params: { id } })}
      known={known}
      noun="withdrawal"
      failed="Failed to fetch withdrawals"
      skeleton={['h-20 rounded-lg', 'h-56 rounded-lg']}
      onClose={onClose}
      title={(withdrawal) => <RequestTitle request={withdrawal} />}
      description={(withdrawal) => <DateText value={withdrawal.created_at} format="datetime" />}
      footer={(withdrawal) =>
        withdrawal.status === 'pending' ? (
          <DecideButtons
            accept="Complete"
            disabled={isDeciding}
            onAccept={() => onDecide(withdrawal, 'complete')}
            onReject={() => onDecide(withdrawal, 'reject')}
          />
        ) : undefined
      }
    >
      {(withdrawal) => (
        <>
          <Banner withdrawal={withdrawal} />
          <AmountOfCustomer label="Amount to pay out" request={withdrawal} />
          <TransferDetails withdrawal={withdrawal} />
          <DetailList
            details={[
              { label: 'Requested by', value: withdrawal.requested_by === 'customer' ? 'Customer' : 'Administrator' },
              { label: 'Last updated', value: <DateText value={withdrawal.updated_at} format="datetime" /> },
              { label: 'User notes', value: noteText(withdrawal.user_notes) },
              { label: 'Admin notes', value: noteText(withdrawal.admin_notes) },
            ]}
          />
          <AuditTrail kind="withdrawal" id={withdrawal.id} />
        </>
      )}
    </SidePanel>
  );
}

function Banner({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  switch (withdrawal.status) {
    case 'pending':
      return (
        <Alert tone="info" title="Waiting for the bank transfer">
          The amount is held in the customer’s wallet. Make the transfer, then complete the withdrawal; or reject it to
          give the funds back.
        </Alert>
      );
    case 'completed':
      return (
        <Alert tone="ok" title="Completed">
          The amount was paid out and has left the wallet.
        </Alert>
      );
    case 'rejected':
      return (
        <Alert tone="bad" title="Rejected">
          Nothing was paid out. The held amount is back in the wallet.
        </Alert>
      );
    case 'failed':
      return (
        <Alert tone="bad" title="Failed">
          Nothing was taken from the wallet. {withdrawal.failure_reason}
        </Alert>
      );
  }
}
