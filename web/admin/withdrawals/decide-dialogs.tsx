import type { AdminWithdrawal } from '#bff/contract/withdrawal.ts';
import { CompleteWithdrawalForm, RejectWithdrawalForm } from '#bff/contract/withdrawal-form.ts';
import { AllowanceAlert } from '#web/admin/shared/allowance.tsx';
import { RequestDecision } from '#web/admin/shared/decide-request.tsx';
import { ValueDateField } from '#web/admin/shared/value-date-field.tsx';
import { utcDay } from '#web/lib/dates.ts';

type DialogProps = { withdrawal: AdminWithdrawal; onClose: () => void };

/** Says that the bank transfer was made, and what that does to the wallet; of much money, only that it may be made. */
export function CompleteDialog({ withdrawal, onClose }: DialogProps) {
  const { id, amount, bank_details, user, second_approval_above: above, awaits_second_approval } = withdrawal;
  const isFirst = !awaits_second_approval && BigInt(amount.amount) > BigInt(above.amount);
  const transfer = `the bank transfer of ${amount.formatted} to ${bank_details?.accountName ?? user.name}`;
  return (
    <RequestDecision
      what="complete withdrawal"
      id={id}
      {...(isFirst ? { title: 'Approve payout' } : {})}
      description={
        isFirst
          ? `More than ${above.formatted} needs two administrators. Do not make ${transfer} yet: the second one makes it, and completes the withdrawal. Until then the amount stays held.`
          : `Confirm only after ${transfer} was made. The held amount leaves the wallet; this cannot be undone.`
      }
      schema={CompleteWithdrawalForm}
      defaults={{ value_date: isFirst ? '' : utcDay(), admin_notes: '' }}
      notes={[
        {
          name: 'admin_notes',
          label: 'Admin notes',
          hint: 'Optional and internal: the bank’s reference, for example.',
        },
      ]}
      confirm={
        isFirst
          ? { label: 'Approve payout', busyText: 'Approving...' }
          : { label: 'The transfer was made', busyText: 'Completing...' }
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <AllowanceAlert minor={BigInt(amount.amount)} currency={amount.currency} />
          {!isFirst && <ValueDateField form={form} hint="When the bank paid it (UTC)." />}
        </>
      )}
    </RequestDecision>
  );
}

/** Rejects a withdrawal with a reason: the held amount is free again. */
export const RejectDialog = ({ withdrawal: { id, amount, user }, onClose }: DialogProps) => (
  <RequestDecision
    what="reject withdrawal"
    id={id}
    description={`${amount.formatted} goes back to the wallet of ${user.name} and can be spent again. This cannot be undone.`}
    schema={RejectWithdrawalForm}
    defaults={{ admin_notes: '', user_notes: '' }}
    notes={[
      { name: 'admin_notes', label: 'Admin notes', hint: 'Internal: why it is rejected.', required: true },
      { name: 'user_notes', label: 'User notes', hint: 'Optional; the customer can read them.' },
    ]}
    confirm={{ label: 'Reject withdrawal', busyText: 'Rejecting...', danger: true }}
    onClose={onClose}
  />
);
