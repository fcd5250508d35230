import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { ORDER_LABELS, OrdersForm } from '#bff/contract/office/settings/orders.ts';
import { ORDER_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { control, text } from '#web/ui/form/fields.tsx';
import { RulesCard } from './rules-card.tsx';
import { numberInputs, REASON, RulesDialog } from './rules-dialog.tsx';
import { useSettingsWrites } from './settings-api.ts';

const FORM = OrdersForm.safeExtend(settingsChange);

export const OrdersCard = ({ settings }: { settings: AdminSettings }) => (
  <RulesCard
    settings={settings}
    section="orders"
    title="Orders and credit"
    description="How long orders wait for payment, and when customers are reminded. A change counts at once."
    compare="New orders follow it."
    dialog={(onClose) => <OrdersDialog settings={settings} onClose={onClose} />}
  />
);

function OrdersDialog({ settings, onClose }: { settings: AdminSettings; onClose: () => void }) {
  const { changeOrders } = useSettingsWrites();
  const { value, version } = settings.orders;
  return (
    <RulesDialog
      section="orders"
      title="Change orders and credit"
      description="It counts at once. Orders that were placed keep their time to pay."
      schema={FORM}
      defaults={{
        ...value,
        credit_reminder_days: value.credit_reminder_days.join(', '),
        credit_reminder_percents: value.credit_reminder_percents.join(', '),
        why: '',
        expect_version: version,
      }}
      decide={(body) => changeOrders.mutateAsync({ body })}
      onClose={onClose}
      fields={() => [
        ...numberInputs<'order_term_hours' | 'order_warning_hours'>(ORDER_NUMBERS),
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
        REASON,
      ]}
    />
  );
}
