import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import { readFormer } from '#infra/adapters/config/former-variables.ts';
import { createAdministrator } from './administrators.ts';
import { assertStatus, startTestApp, type TestApp } from './test-app.ts';

const DAY_MS = 24 * 3_600_000;

describe('variables of an older environment', () => {
  let test: TestApp;
  before(async () => {
    const { former } = readFormer({ CONVERSION_FEE_PERCENT: '3', POLICY: 'newPayeeHours=5', EUR_USD_RATE: '1.2' });
    test = await startTestApp({ former });
  });
  after(() => test.stop());

  it('are taken over once by processes that start at once, and count', async () => {
    const twins = await Promise.all([test.twin(), test.twin()]);
    const { history } = test.deps.settings.now();
    const taken = history.filter(({ data }) => 'why' in data && data.why.startsWith('Taken over'));
    assert.deepEqual(
      taken.map(({ data }) => 'why' in data && [data.section, data.why]),
      [
        ['money', 'Taken over from the environment: EUR_USD_RATE, CONVERSION_FEE_PERCENT'],
        ['waits', 'Taken over from the environment: POLICY'],
      ],
    );
    for (const { deps } of [test, ...twins]) {
      assert.equal(deps.rules().conversionFeePercent, '3');
      assert.equal(deps.rules().newPayeeHours, 5);
      assert.equal((await deps.rates()).EUR, '1.2');
    }
  });

  it('are refused with the place where they are set, after the day in which all parts have started', async () => {
    test.advance(DAY_MS + 1);
    await assert.rejects(test.twin(), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /CONVERSION_FEE_PERCENT is set in Settings, Money now\. Remove it\./);
      assert.match(error.message, /EUR_USD_RATE is recorded in Ledger, Exchange rates now\. Remove it\./);
      assert.match(error.message, /POLICY is set in Settings, Waits and sessions now\. Remove it\./);
      return true;
    });
  });

  it('change nothing that an owner has set', async () => {
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
