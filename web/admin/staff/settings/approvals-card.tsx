import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { APPROVAL_LABELS, ApprovalsForm } from '#bff/contract/office/settings/approvals.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { APPROVAL_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { text } from '#web/ui/form/fields.tsx';
import { RulesCard } from './rules-card.tsx';
import { numberInputs, REASON, RulesDialog } from './rules-dialog.tsx';
import { useSettingsWrites } from './settings-api.ts';
import { waitOf } from './wait-text.ts';

const FORM = ApprovalsForm.extend(settingsChange);
const TYPED = { inputMode: 'decimal', autoComplete: 'off' } as const;
const AMOUNTS = [
  ['deposit_alone', APPROVAL_LABELS.depositAlone],
  ['payout_alone', APPROVAL_LABELS.payoutAlone],
  ['credit_alone', APPROVAL_LABELS.creditAlone],
] as const;

export const ApprovalsCard = ({ settings }: { settings: AdminSettings }) => (
  <RulesCard
    settings={settings}
    section="approvals"
    title="Approvals"
    description={`What one administrator may decide alone. More takes a second one. ${waitOf(settings, 'each change')}`}
    compare="From then on one administrator may decide this much alone."
    dialog={(onClose) => <ApprovalsDialog settings={settings} onClose={onClose} />}
  />
);

function ApprovalsDialog({ settings, onClose }: { settings: AdminSettings; onClose: () => void }) {
  const { changeApprovals } = useSettingsWrites();
  const { value, version } = settings.approvals;
  return (
    <RulesDialog
      section="approvals"
      title="Change approvals"
      description="The largest amounts that one administrator may decide alone. What was approved stays approved."
      schema={FORM}
      defaults={{ ...value, why: '', expect_version: version }}
      decide={(body) => changeApprovals.mutateAsync({ body })}
      onClose={onClose}
      fields={() => [
        ...AMOUNTS.flatMap(([name, label]) =>
          settings.currencies.map((currency) =>
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
          hint: 'Of one administrator in a day (UTC): deposits, payouts, returns from suspense and raised credit limits together.',
        }),
        ...numberInputs<keyof AdminSettings['approvals']['value']>(APPROVAL_NUMBERS),
        REASON,
      ]}
    />
  );
}
