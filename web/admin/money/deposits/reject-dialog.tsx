import type { AdminDeposit } from '#bff/contract/money/deposit.ts';
import { RejectDepositForm } from '#bff/contract/money/deposit-form.ts';
import { RequestDecision } from '#web/admin/money/shared/decide-request.tsx';
import { note } from '#web/ui/form/fields.tsx';

type RejectDialogProps = { deposit: AdminDeposit; onClose: () => void };

/** The customer sees the reason. */
export const RejectDialog = ({ deposit: { id, reference, user, amount }, onClose }: RejectDialogProps) => (
  <RequestDecision
    what="reject deposit"
    id={id}
    description={`${reference} of ${user.name}, ${amount.formatted}. No funds are credited; this cannot be undone.`}
    schema={RejectDepositForm}
    defaults={{ admin_notes: '' }}
    fields={() => [
      note('admin_notes', 'Admin notes', {
        hint: 'The reason, as the customer will read it.',
        placeholder: 'No transfer with this reference has arrived.',
        autofocus: true,
      }),
    ]}
    confirm={{ label: 'Reject deposit', busyText: 'Rejecting...', danger: true }}
    onClose={onClose}
  />
);
