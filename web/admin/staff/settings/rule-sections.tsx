import { APPROVAL_LABELS, ApprovalsForm } from '#bff/contract/office/settings/approvals.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { RetentionForm, WaitsForm } from '#bff/contract/office/settings/numbers.ts';
import { ORDER_LABELS, OrdersForm } from '#bff/contract/office/settings/orders.ts';
import { APPROVAL_NUMBERS, ORDER_NUMBERS, RETENTION_NUMBERS, WAIT_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { control, text } from '#web/ui/form/fields.tsx';
import { rulesSection } from './section-card.tsx';
import { numberInputs } from './section-form.tsx';
import { waitOf } from './wait-text.ts';

const TYPED = { inputMode: 'decimal', autoComplete: 'off' } as const;
const AMOUNTS = [
  ['deposit_alone', APPROVAL_LABELS.depositAlone],
  ['payout_alone', APPROVAL_LABELS.payoutAlone],
  ['credit_alone', APPROVAL_LABELS.creditAlone],
] as const;

export const approvals = rulesSection('approvals', {
  title: 'Approvals',
  description: (settings) =>
    `What one administrator may decide alone. More takes a second one. ${waitOf(settings, 'each change')}`,
  compare: 'From then on one administrator may decide this much alone.',
  form: {
    description: 'The largest amounts that one administrator may decide alone. What was approved stays approved.',
    schema: ApprovalsForm.extend(settingsChange),
    fields: (_form, { currencies }) => [
      ...AMOUNTS.flatMap(([name, label]) =>
        currencies.map((currency) =>
          text(`${name}.${currency}`, `${label}, in ${currency}`, {
            ...TYPED,
            optional: currency !== BASE_CURRENCY,
            ...(currency !== BASE_CURRENCY && { hint: `Empty: the amount in ${BASE_CURRENCY} at its rate.` }),
          }),
        ),
      ),
      text('discount_alone_percent', `${APPROVAL_LABELS.discountAlonePercent} (% of the price)`, TYPED),
      text('approval_limit_per_day', `${APPROVAL_LABELS.approvalLimitPerDay}, in ${BASE_CURRENCY}`, {
        ...TYPED,
        hint: 'Of one administrator in a day (UTC): deposits, payouts, returned payments and raised credit limits together.',
      }),
      ...numberInputs(APPROVAL_NUMBERS),
    ],
  },
});

export const waits = rulesSection('waits', {
  title: 'Waits and sessions',
  description: (settings) => `The times that guard money and sign-ins. ${waitOf(settings, 'each change')}`,
  compare: 'A shorter wait, or a longer session, weakens a guard.',
  form: {
    description: 'What waits already keeps its time.',
    schema: WaitsForm.extend(settingsChange),
    fields: () => numberInputs(WAIT_NUMBERS),
  },
});

export const orders = rulesSection('orders', {
  title: 'Orders and credit',
  description: () => 'How long orders wait for payment, and when customers are reminded. A change counts at once.',
  compare: 'New orders follow it.',
  form: {
    description: 'It counts at once. Orders that were placed keep their time to pay.',
    schema: OrdersForm.safeExtend(settingsChange),
    valuesOf: ({ orders: { value } }) => ({
      ...value,
      credit_reminder_days: value.credit_reminder_days.join(', '),
      credit_reminder_percents: value.credit_reminder_percents.join(', '),
    }),
    fields: () => [
      ...numberInputs(ORDER_NUMBERS),
      control(
        'partial_delivery',
        ORDER_LABELS.partialDelivery,
        ({ value: isPartial, ...held }) => (
          <Checkbox
            {...held}
            checked={isPartial === true}
            label="Customers may agree at checkout to get what is in stock before the rest"
          />
        ),
        { optional: true },
      ),
      text('credit_reminder_days', `${ORDER_LABELS.creditReminderDays} (days)`, {
        optional: true,
        hint: 'When the oldest part of drawn credit is so old, each once. Empty: never.',
      }),
      text('credit_reminder_percents', `${ORDER_LABELS.creditReminderPercents} (percent)`, {
        optional: true,
        hint: 'When so much of the limit is drawn. Empty: never.',
      }),
    ],
  },
});

export const retention = rulesSection('retention', {
  title: 'Retention',
  description: (settings) =>
    `How long things are kept before they are removed for good. A longer time counts at once. ${waitOf(settings, 'a shorter time')}`,
  compare: 'What is older than the shorter time is removed, and does not come back.',
  form: {
    description: 'What was removed does not come back.',
    schema: RetentionForm.extend(settingsChange),
    fields: () => numberInputs(RETENTION_NUMBERS),
  },
});
