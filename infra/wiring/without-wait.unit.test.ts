import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import { rulesOf } from '#core/ledger/rules.ts';
import { NO_SETTINGS, type Settings } from '#core/ledger/settings.ts';
import { withoutWait } from './without-wait.ts';

const readerOf = (settings: Settings) => ({ now: () => settings, reached: async () => true });

describe('changes of settings on a developer’s own machine', () => {
  it('do not wait, and every other rule is the standard', () => {
    const reader = withoutWait(readerOf(NO_SETTINGS), true);
    const { settingsChangeHours, ...others } = rulesOf(reader.now());
    const { settingsChangeHours: standard, ...standards } = rulesOf(NO_SETTINGS);
    assert.deepEqual([settingsChangeHours, standard], [0, 24]);
    assert.deepEqual(others, standards);
    assert.equal(reader.now(), reader.now(), 'one version is one value');
  });

  it('wait as the waits say once somebody has set them', () => {
    const waits = { ...SECTIONS.waits.standard, settingsChangeHours: 5 };
    assert.equal(
      rulesOf(withoutWait(readerOf({ ...NO_SETTINGS, version: 1, values: { waits } }), true).now()).settingsChangeHours,
      5,
    );
  });
});
