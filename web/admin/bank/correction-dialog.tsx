import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { CorrectionForm } from '#bff/contract/correction-form.ts';
import { CORRECTION_KINDS, CORRECTIONS, type CorrectionKind } from '#core/correction/kinds.ts';
import { BASE_CURRENCY, type Currency } from '#core/kernel/currencies.ts';
import type { FromLine } from '#web/admin/shared/decide-request.tsx';
import { ValueDateField } from '#web/admin/shared/value-date-field.tsx';
import { useAdministrator } from '#web/lib/administrator.ts';
import { utcDay } from '#web/lib/dates.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { FormSelect, FormText } from '#web/ui/frames/form-field.tsx';
import { FormMoney } from '#web/ui/frames/form-money.tsx';

/** The kinds that a line of this sign can be; by hand, all. */
function kindsOf(line: FromLine | undefined): readonly CorrectionKind[] {
  if (!line) return CORRECTION_KINDS;
  const side = BigInt(line.amount.amount) > 0n ? 'in' : 'out';
  return CORRECTION_KINDS.filter((kind) => {
    const { sign, isAtBank } = CORRECTIONS[kind];
    return isAtBank && (sign === 'both' || sign === side);
  });
}

/** Proposes to book what no deposit, payout or order shows: a line of the bank, or by hand with its paper. */
export function CorrectionDialog({ line, onClose }: { line?: FromLine; onClose: () => void }) {
  const { currencies } = useAdministrator();
  const kinds = kindsOf(line);
  const write = useWrite('POST /admin/corrections', {
    stale: ['/admin/corrections', '/admin/bank-statements', '/admin/ledger', '/admin/audit'],
  });
  return (
    <DecisionDialog
      title={line ? 'Book as a correction' : 'Propose a correction'}
      description={
        line
          ? `${line.amount.formatted} at the bank. A second administrator confirms it before it is booked.`
          : 'What the bank did and no line shows yet. A second administrator confirms it before it is booked.'
      }
      schema={CorrectionForm}
      defaults={{
        kind: kinds[0],
        ...(line ? { bank_line_id: line.id } : { currency: currencies[0], direction: 'out', amount: '' }),
        ...{ reason: '', paper: '', document: '', value_date: line?.value_date ?? utcDay() },
      }}
      decide={(body) => write.mutateAsync({ body })}
      failed="The correction could not be proposed."
      confirm={{ label: 'Propose', busyText: 'Proposing...' }}
      onClose={onClose}
    >
      {(form) => {
        const { title: _, what, document, sign } = CORRECTIONS[form.watch('kind') ?? 'other'];
        return (
          <>
            <FormSelect
              form={form}
              name="kind"
              label="What it is"
              hint={what}
              options={kinds.map((kind) => ({ value: kind, label: CORRECTIONS[kind].title }))}
              required
            />
            {!line && <ByHand form={form} hasBothSigns={sign === 'both'} currencies={currencies} />}
            {document && (
              <FormText
                form={form}
                name="document"
                label={document === 'deposit' ? 'Deposit' : 'Withdrawal'}
                hint={document === 'deposit' ? 'Its number, such as DEP-000123.' : 'Its number, such as WDR-000123.'}
                autoComplete="off"
                required
              />
            )}
            <FormText
              form={form}
              name="reason"
              label="Reason"
              hint="No names of customers."
              autoComplete="off"
              required
            />
            <FormText
              form={form}
              name="paper"
              label={line ? 'Paper (optional)' : 'Paper'}
              hint="Where it is kept: the bank's advice, a letter, a folder."
              autoComplete="off"
              required={!line}
            />
            <ValueDateField form={form} hint="The day of the bank, from which it counts in the books (UTC)." />
          </>
        );
      }}
    </DecisionDialog>
  );
}

type ByHandProps = {
  form: UseFormReturn<z.input<typeof CorrectionForm>, unknown, z.output<typeof CorrectionForm>>;
  hasBothSigns: boolean;
  currencies: readonly Currency[];
};

/** What a line of the bank says otherwise: currency, direction and amount. */
function ByHand({ form, hasBothSigns, currencies }: ByHandProps) {
  return (
    <>
      <FormSelect
        form={form}
        name="currency"
        label="Currency"
        options={currencies.map((code) => ({ value: code, label: code }))}
        required
      />
      {hasBothSigns && (
        <FormSelect
          form={form}
          name="direction"
          label="Direction"
          options={[
            { value: 'out', label: 'Money out' },
            { value: 'in', label: 'Money in' },
          ]}
          required
        />
      )}
      <FormMoney
        form={form}
        name="amount"
        label="Amount"
        currency={form.watch('currency') ?? currencies[0] ?? BASE_CURRENCY}
        required
      />
    </>
  );
}
