import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { RejectWithdrawalForm } from '#bff/contract/money/withdrawal-form.ts';
import { RequestDecision } from '#web/admin/money/shared/decide-request.tsx';
import { note } from '#web/ui/form/fields.tsx';

type DialogProps = { withdrawal: AdminWithdrawal; onClose: () => void };

/** The held amount is free again. */
export const RejectDialog = ({ withdrawal: { id, amount, user }, onClose }: DialogProps) => (
  <RequestDecision
    what="reject withdrawal"
    id={id}
    description={`${amount.formatted} goes back to the wallet of ${user.name} and can be spent again. This cannot be undone.`}
    schema={RejectWithdrawalForm}
    defaults={{ admin_notes: '', user_notes: '' }}
    fields={() => [
      note('admin_notes', 'Admin notes', { hint: 'Internal: why it is rejected.', autofocus: true }),
      note('user_notes', 'User notes', { hint: 'Optional; the customer can read them.', optional: true }),
    ]}
    confirm={{ label: 'Reject withdrawal', busyText: 'Rejecting...', danger: true }}
    onClose={onClose}
  />
);
