import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { RetentionForm } from '#bff/contract/office/settings/retention.ts';
import { RETENTION_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { RulesCard } from './rules-card.tsx';
import { numberInputs, REASON, RulesDialog } from './rules-dialog.tsx';
import { useSettingsWrites } from './settings-api.ts';
import { waitOf } from './wait-text.ts';

const FORM = RetentionForm.extend(settingsChange);

export const RetentionCard = ({ settings }: { settings: AdminSettings }) => (
  <RulesCard
    settings={settings}
    section="retention"
    title="Retention"
    description={`How long things are kept before they are removed for good. A longer time counts at once. ${waitOf(settings, 'a shorter time')}`}
    compare="What is older than the shorter time is removed, and does not come back."
    dialog={(onClose) => <RetentionDialog settings={settings} onClose={onClose} />}
  />
);

function RetentionDialog({ settings, onClose }: { settings: AdminSettings; onClose: () => void }) {
  const { changeRetention } = useSettingsWrites();
  const { value, version } = settings.retention;
  return (
    <RulesDialog
      section="retention"
      title="Change retention"
      description="What was removed does not come back."
      schema={FORM}
      defaults={{ ...value, why: '', expect_version: version }}
      decide={(body) => changeRetention.mutateAsync({ body })}
      onClose={onClose}
      fields={() => [...numberInputs<keyof AdminSettings['retention']['value']>(RETENTION_NUMBERS), REASON]}
    />
  );
}
