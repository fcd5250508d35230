import { RateForm } from '#bff/contract/money/rate-form.ts';
import { BASE_CURRENCY, type Currency } from '#core/kernel/money/currencies.ts';
import { useConfirmation } from '#web/admin/shared/fields/use-confirmation.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { utcDay } from '#web/lib/words/dates.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { select, text } from '#web/ui/form/fields.tsx';
import { day } from '#web/ui/form/form-day.tsx';

/** The question where a rate is far from the last one. */
export const RATE_QUESTION = { code: 'confirm_rate', title: 'Is this rate right?', confirmLabel: 'Continue' } as const;

/** The rate as it was understood, or what to type. */
const hintOf = (currency: Currency | undefined, rate: string): string =>
  currency && /^\d+(\.\d+)?$/.test(rate)
    ? `1 ${currency} = ${rate} ${BASE_CURRENCY}`
    : `What one unit is worth in ${BASE_CURRENCY}, such as 1.0834.`;

export function RecordDialog({ currencies, onClose }: { currencies: readonly Currency[]; onClose: () => void }) {
  const { confirmed, dialog } = useConfirmation(RATE_QUESTION);
  const write = useWrite('POST /admin/rates', { stale: ['/admin/rates', '/admin/approvals', '/admin/audit'] });
  return (
    <>
      <DecisionDialog
        title="Record a rate"
        description="Prices, carts and orders go by it from its day on. What was ordered before keeps its own."
        schema={RateForm}
        defaults={{ currency: currencies[0], rate: '', from: utcDay() }}
        decide={(body) => confirmed((isConfirmed) => write.mutateAsync({ body: { ...body, confirmed: isConfirmed } }))}
        failed="Failed to record the rate"
        confirm={{ label: 'Record rate', busyText: 'Recording...' }}
        onClose={onClose}
        fields={(form) => [
          select('currency', 'Currency', currencies),
          text('rate', 'Rate', {
            hint: hintOf(form.watch('currency'), form.watch('rate')),
            inputMode: 'decimal',
            autoComplete: 'off',
            autofocus: true,
          }),
          day('from', 'Valid from', { hint: 'In UTC. Days to come as well.', toYear: new Date().getFullYear() + 1 }),
        ]}
      />
      {dialog}
    </>
  );
}
