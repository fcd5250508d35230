import type { AdminWithdrawal } from '#bff/contract/money/withdrawal.ts';
import { CompleteWithdrawalForm } from '#bff/contract/money/withdrawal-form.ts';
import { AllowanceAlert } from '#web/admin/shared/permission/allowance.tsx';
import { utcDay } from '#web/lib/words/dates.ts';
import { note } from '#web/ui/form/fields.tsx';
import { type FromLine, RequestDecision } from './decide-request.tsx';
import { valueDay } from './value-date-field.tsx';

type DialogProps = { withdrawal: AdminWithdrawal; line?: FromLine; onClose: () => void };

/** Confirms that the bank transfer was made, and explains the effect on the wallet. For a large amount, a first administrator only approves it. */
export function CompleteDialog({ withdrawal, line, onClose }: DialogProps) {
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
          ? `More than ${above.formatted} needs two administrators. Do not make ${transfer} yet: the second one makes it, and completes the withdrawal. Until then the amount stays held. What one decides alone for a customer, or for one bank account, is added up over days.`
          : `Confirm only after ${transfer} was made. The held amount leaves the wallet; this cannot be undone.`
      }
      shown={{ expect_amount: amount.decimal }}
      schema={CompleteWithdrawalForm}
      defaults={{
        value_date: isFirst ? '' : (line?.value_date ?? withdrawal.value_date ?? utcDay()),
        admin_notes: '',
        ...(line && { bank_line_id: line.id }),
      }}
      confirm={
        isFirst
          ? { label: 'Approve payout', busyText: 'Approving...' }
          : { label: 'The transfer was made', busyText: 'Completing...' }
      }
      onClose={onClose}
      fields={() => [
        <AllowanceAlert minor={BigInt(amount.amount)} currency={amount.currency} />,
        !isFirst && valueDay('When the bank paid it (UTC).'),
        note('admin_notes', 'Admin notes', {
          hint: 'Optional and internal: the bank’s reference, for example.',
          optional: true,
          autofocus: true,
        }),
      ]}
    />
  );
}
