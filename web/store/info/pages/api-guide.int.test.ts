import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ApiKeyAbility } from '#bff/contract/base/api-key-abilities.ts';
import { newSecret, signedHeaders } from '#bff/outside/webhooks/signature.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { type GuideStep, LIMITED, NO_ANSWER, PURCHASE, REFUSED, VERIFY } from './api-guide.ts';

/** The value at a path such as `data.0.id`. */
const valueAt = (answer: unknown, place: string): unknown =>
  place.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer);

describe('the lines of ‘Build with the API’', async () => {
  const variables: Record<string, string> = {};
  const test = await startTestApp();
  const store = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const customer = await createCustomer(test);
  await fund(test, customer, 'USD', 100_000n);
  await fund(test, customer, 'EUR', 100_000n);
  await createProduct(test, { codes: 3 });
  const created = await test.app.inject({
    method: 'POST',
    url: '/api/api-key',
    headers: customer.headers,
    payload: { abilities: ApiKeyAbility.options },
  });
  assertStatus(created, 201);
  variables.STORE = store;
  variables.KEY = created.json().token.plain_text_token;
  after(() => test.stop());

  /** Does what a reader does: runs the command and stores the values for later steps. */
  async function run({ command, takes = {} }: GuideStep): Promise<string> {
    const env = { PATH: process.env.PATH, ...variables };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env });
    for (const [name, place] of Object.entries(takes)) {
      const value = valueAt(JSON.parse(stdout), place);
      assert.equal(typeof value, 'string', `${place} of ${stdout}`);
      variables[name] = String(value);
    }
    return stdout;
  }

  it('buy a gift card, one after the other', async () => {
    let last = '';
    for (const step of PURCHASE) last = await run(step);
    const [group] = JSON.parse(last).data.data;
    assert.equal(group.codes.length, 1);
  });

  it('do not buy it twice when they are repeated with the same key', async () => {
    const answer = await run(NO_ANSWER);
    assert.match(answer, /^HTTP\/1.1 201/);
    assert.match(answer, /^idempotency-replayed: true/im);
    assert.match(answer, new RegExp(variables.ORDER ?? 'no order'));
    const orders = await test.app.inject({ url: '/api/orders', headers: customer.headers });
    assert.equal(orders.json().meta.total, 1);
  });

  it('show how a refusal looks, and the limits', async () => {
    const refusal = JSON.parse(await run(REFUSED));
    assert.equal(refusal.code, 'validation_failed');
    assert.ok(refusal.errors.variant_id && refusal.correlation_id && refusal.message);
    const headers = await run(LIMITED);
    for (const name of ['limit', 'remaining', 'reset'])
      assert.match(headers, new RegExp(`^ratelimit-${name}: \\d+`, 'im'));
  });

  it('compute the signature of a webhook', async () => {
    const [secret, id, body] = [newSecret(), randomUUID(), JSON.stringify({ type: 'order.paid', name: 'Zoë “€”' })];
    const headers = signedHeaders([secret], { id, at: new Date(), body });
    Object.assign(variables, {
      SECRET: secret,
      WEBHOOK_ID: id,
      BODY: body,
      WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
    });
    assert.equal(await run(VERIFY), headers['webhook-signature']);
  });
});
