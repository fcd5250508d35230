import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { buy } from '#infra/proof/api/shopping.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { reseal } from './reseal.ts';

describe('a part that was not restarted with the new key', async () => {
  const first = { id: 1, key: randomBytes(32) };
  const both = { current: { id: 2, key: randomBytes(32) }, retired: [first] };
  const lines: string[] = [];
  const test = await startTestApp(
    { dataKeys: { current: first, retired: [] } },
    { write: (line) => void lines.push(line) },
  );
  const pool = createPgPool(test.databaseUrl, {
    maxConnections: 1,
    applicationName: 'test',
    onIdleError: assert.ifError,
  });
  after(async () => {
    await pool.end();
    await test.stop();
  });

  it('refuses in words once all is sealed again, and its log names the key and the runbook', async () => {
    const customer = await createCustomer(test);
    await fund(test, customer, 'EUR', 100_000n);
    const { variantId } = await createProduct(test, { codes: 1 });
    const order = await buy(test, customer, { walletId: customer.wallets.EUR, variantId });

    assert.deepEqual((await reseal(pool, both)).left, []);
    const refused = await test.app.inject({
      url: `/api/orders/${order.id}/download-codes`,
      headers: customer.headers,
    });
    assertStatus(refused, 503);
    assert.equal(refused.json().code, 'key_missing');
    assert.match(refused.json().message, /Nothing is lost/);
    const logged = lines.filter((line) => line.includes('docs/runbooks/keys.md'));
    assert.match(logged[0] ?? '', /"level":50.*sealed under key 2/);
  });
});
