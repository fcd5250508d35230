import { useMemo } from 'react';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { currencySymbol } from '#core/kernel/currencies.ts';
import { formatMinor } from '#core/kernel/decimals.ts';
import { RequestDecision } from '#web/admin/shared/decide-request.tsx';

import { leastAmount, parseAmount } from '#web/lib/money.ts';
import { FormText } from '#web/ui/frames/form-field.tsx';
import { approveForm } from './approve-form.ts';

/** Approves a deposit with an amount; says beforehand what that does to the wallet. */
export function ApproveDialog({ deposit, onClose }: { deposit: AdminDeposit; onClose: () => void }) {
  const { amount: requested, user } = deposit;
  const { currency } = requested;
  const schema = useMemo(() => approveForm(requested), [requested]);
  /** The typed amount where it may be approved. */
  const approvable = (text: string): bigint | undefined => {
    const minor = parseAmount(text, currency);
    return minor !== undefined && minor > 0n && minor <= BigInt(requested.amount) ? minor : undefined;
  };
  const labelOf = (minor: bigint | undefined) =>
    minor === undefined ? 'Approve' : `Approve ${formatMinor(minor, currency)}`;
  const hintOf = (minor: bigint | undefined) =>
    minor !== undefined && minor < BigInt(requested.amount)
      ? `${formatMinor(BigInt(requested.amount) - minor, currency)} less than requested.`
      : 'What arrived at the bank. The wallet is credited at once; this cannot be undone.';
  return (
    <RequestDecision
      what="approve deposit"
      id={deposit.id}
      description={`${deposit.reference} of ${user.name}`}
      schema={schema}
      defaults={{ approved_amount: requested.decimal, admin_notes: '' }}
      notes={[{ name: 'admin_notes', label: 'Admin notes', hint: 'Optional.' }]}
      confirm={{ label: (form) => labelOf(approvable(form.watch('approved_amount') ?? '')), busyText: 'Approving...' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <div className="flex items-baseline justify-between gap-4 rounded-lg bg-sunken px-4 py-3 text-sm">
            <span className="text-muted">Requested amount</span>
            <span className="tabular font-semibold">{requested.formatted}</span>
          </div>
          <FormText
            form={form}
            name="approved_amount"
            label="Approved amount"
            hint={hintOf(approvable(form.watch('approved_amount') ?? ''))}
            type="number"
            inputMode="decimal"
            min={leastAmount(currency)}
            max={requested.decimal}
            step={leastAmount(currency)}
            start={currencySymbol(currency)}
            data-autofocus
            onWheel={(event) => event.currentTarget.blur()}
            required
          />
        </>
      )}
    </RequestDecision>
  );
}
