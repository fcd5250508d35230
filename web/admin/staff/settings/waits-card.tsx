import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { WaitsForm } from '#bff/contract/office/settings/waits.ts';
import { WAIT_NUMBERS } from '#core/aggregates/settings/limits.ts';
import { RulesCard } from './rules-card.tsx';
import { numberInputs, REASON, RulesDialog } from './rules-dialog.tsx';
import { useSettingsWrites } from './settings-api.ts';
import { waitOf } from './wait-text.ts';

const FORM = WaitsForm.extend(settingsChange);

export const WaitsCard = ({ settings }: { settings: AdminSettings }) => (
  <RulesCard
    settings={settings}
    section="waits"
    title="Waits and sessions"
    description={`The times that guard money and sign-ins. ${waitOf(settings, 'each change')}`}
    compare="A shorter wait, or a longer session, weakens a guard."
    dialog={(onClose) => <WaitsDialog settings={settings} onClose={onClose} />}
  />
);

function WaitsDialog({ settings, onClose }: { settings: AdminSettings; onClose: () => void }) {
  const { changeWaits } = useSettingsWrites();
  const { value, version } = settings.waits;
  return (
    <RulesDialog
      section="waits"
      title="Change waits and sessions"
      description="What waits already keeps its time."
      schema={FORM}
      defaults={{ ...value, why: '', expect_version: version }}
      decide={(body) => changeWaits.mutateAsync({ body })}
      onClose={onClose}
      fields={() => [...numberInputs<keyof AdminSettings['waits']['value']>(WAIT_NUMBERS), REASON]}
    />
  );
}
