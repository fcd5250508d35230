import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { Settings, SettingsReader } from '#core/ledger/settings.ts';

/**
 * A store on a developer's own machine: its changes of settings do not wait until somebody sets the waits. Nothing of it is recorded, so that
 * the same data wait as always once they serve other people.
 */
export function withoutWait<Reader extends SettingsReader>(reader: Reader, isOwnMachine: boolean): Reader {
  if (!isOwnMachine) return reader;
  let last: { of: Settings; shown: Settings } | undefined;
  return {
    ...reader,
    now() {
      const settings = reader.now();
      if (settings.values.waits !== undefined) return settings;
      if (last?.of !== settings) {
        const waits = { ...SECTIONS.waits.standard, settingsChangeHours: 0 };
        last = { of: settings, shown: { ...settings, values: { ...settings.values, waits } } };
      }
      return last.shown;
    },
  };
}
