import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';

describe('rules of the store', () => {
  let test: TestApp;
  before(async () => {
    test = await startTestApp({ settings: { waits: { newPayeeHours: 5 } } });
  });
  after(() => test.stop());

  it('count as an owner sets them, within their bounds; a guard that is weakened waits', async () => {
    const owner = await createAdministrator(test);
    const { orders } = AdminSettings.parse((await owner.get('/api/admin/settings')).json().data);
    const body = { ...orders.value, order_term_hours: 24, why: 'Faster', expect_version: 0 };
    assertStatus(await owner.send('PUT', '/api/admin/settings/orders', body), 200);
    assert.equal(test.deps.rules().orderTermHours, 24);
    const bad = { ...body, order_term_hours: 12, expect_version: test.deps.settings.now().version };
    assertStatus(await owner.send('PUT', '/api/admin/settings/orders', bad), 422);
    const { waits } = AdminSettings.parse((await owner.get('/api/admin/settings')).json().data);
    const weaker = { ...waits.value, new_payee_hours: 0, why: 'Faster', expect_version: waits.version };
    assertStatus(await owner.send('PUT', '/api/admin/settings/waits', weaker), 200);
    assert.equal(test.deps.rules().newPayeeHours, 5, 'a guard that is weakened waits');
    assert.ok(test.deps.settings.now().waiting.waits?.dueAt);
    const unrated = { ...AdminSettings.parse((await owner.get('/api/admin/settings')).json().data).money };
    const money = { ...unrated.value, currencies: ['USD', 'JPY'], why: 'Yen', expect_version: unrated.version };
    const refused = await owner.send('PUT', '/api/admin/settings/money', money);
    assertStatus(refused, 422);
    assert.match(refused.body, /Nobody has recorded what JPY is worth/);
  });
});
