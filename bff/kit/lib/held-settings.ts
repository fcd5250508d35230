import { AsyncLocalStorage } from 'node:async_hooks';
import type { Settings, SettingsReader } from '#core/ledger/settings.ts';

/** `held`: what a request or a run of a job decides by, which is one version of the settings; outside of them, those of now. */
export type HeldSettings = SettingsReader & { held(): Settings };

const holding = new AsyncLocalStorage<{ settings: Settings | null }>();

/** Everything that `run` decides, it decides by one version of the settings: the one that it asks for first. */
export const byOneVersion = <Result>(run: () => Result): Result => holding.run({ settings: null }, run);

export const heldSettings = <Reader extends SettingsReader>(reader: Reader): Reader & HeldSettings => ({
  ...reader,
  held() {
    const kept = holding.getStore();
    if (!kept) return reader.now();
    kept.settings ??= reader.now();
    return kept.settings;
  },
});
