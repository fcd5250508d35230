import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AdminSettings, SettingsEntry } from '#bff/contract/office/admin-settings.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';

const URL = '/api/admin/settings';

describe('waits of a store on its owner’s own machine', () => {
  let test: TestApp;
  let owner: TestAdministrator;
  before(async () => {
    test = await startTestApp({ settingsWait: false });
    owner = await createAdministrator(test);
  });
  after(() => test.stop());

  it('are those that the page shows, and can be set to the standard', async () => {
    const waitsNow = async () => AdminSettings.parse((await owner.get(URL)).json().data).waits;
    const { value, version } = await waitsNow();
    assert.deepEqual([value?.settings_change_hours, version], [0, 0]);
    const save = (expectVersion: number) =>
      owner.send('PUT', `${URL}/waits`, {
        ...value,
        settings_change_hours: 24,
        why: 'As in production',
        expect_version: expectVersion,
      });
    const saved = await save(0);
    assertStatus(saved, 200);
    assert.match(saved.json().message, /^Saved\. It counts from now on/);
    assert.equal((await waitsNow()).value?.settings_change_hours, 24);
    const [newest] = SettingsEntry.array().parse((await owner.get(`${URL}/history`)).json().data);
    assert.match(JSON.stringify(newest), /0 hours.*24 hours/);

    const again = await save((await waitsNow()).version);
    assertStatus(again, 422);
    assert.match(again.json().message, /say already/);
  });
});
