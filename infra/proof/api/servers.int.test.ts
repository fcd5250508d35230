import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { ApiKeyCreated } from '#bff/contract/identity/api-key.ts';
import { SignedIn } from '#bff/contract/identity/auth.ts';
import { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { SystemState } from '#bff/contract/office/admin-system.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { startTestBucket } from '#infra/proof/testing/bucket-server.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { createAdministrator, formOf } from './administrators.ts';
import { createCustomer, send } from './customers.ts';
import { createSignUps, PASSWORD } from './sign-ups.ts';
import { assertStatus, startTestApp, type TestApi } from './test-app.ts';

/** What a customer who is sent to another server by each request must not notice. */
describe('two servers of one store', async () => {
  const bucket = await startTestBucket();
  const test = await startTestApp({ filesDir: bucket.addressOf('shop') });
  const [left, right] = [test, await test.twin()] as const;
  const people = createSignUps(test);
  after(async () => {
    await test.stop();
    await bucket.stop();
  });

  const get = (side: TestApi, url: string, headers: object = {}) => side.app.inject({ url, headers: { ...headers } });
  const post = (side: TestApi, url: string, payload: object, headers: object = {}) =>
    side.app.inject({ method: 'POST', url, payload, headers: { ...headers } });

  it('take the session of each other, and refuse it as soon as it is ended at one of them', async () => {
    const { email } = await people.register();
    const signIn = await post(left, '/api/auth/sign-in', { email, password: PASSWORD, remember: true });
    assertStatus(signIn, 200);
    const bearer = (answer: typeof signIn) => ({
      authorization: `Bearer ${SignedIn.parse(answer.json()).access_token}`,
    });
    const cookies = Object.fromEntries(signIn.cookies.map(({ name, value }) => [name, value]));
    const headers = bearer(signIn);
    // Each has verified the token before, and remembers that it was right.
    for (const side of [right, left]) assertStatus(await get(side, '/api/user', headers), 200);
    const refresh = (side: TestApi) =>
      side.app.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        cookies,
        headers: { origin: 'http://localhost:3000' },
      });
    const renewed = await refresh(right);
    assertStatus(renewed, 200);
    assertStatus(await get(left, '/api/user', bearer(renewed)), 200);

    assertStatus(await post(left, '/api/auth/sign-out', {}, headers), 200);
    for (const side of [right, left]) {
      assertStatus(await get(side, '/api/user', headers), 401);
      assertStatus(await get(side, '/api/user', bearer(renewed)), 401);
      assertStatus(await refresh(side), 401);
    }
  });

  it('refuse an administrator who signed out at one of them, and a key that was revoked there', async () => {
    const [administrator, customer] = [await createAdministrator(test), await createCustomer(test)];
    assertStatus(await get(right, '/api/admin/deposits', administrator.headers), 200);
    assertStatus(await post(left, '/api/admin/logout', {}, administrator.headers), 200);
    assertStatus(await get(right, '/api/admin/deposits', administrator.headers), 401);

    const created = await post(left, '/api/api-key', {}, customer.headers);
    const key = { authorization: `Bearer ${ApiKeyCreated.parse(created.json()).token.plain_text_token}` };
    assertStatus(await get(right, '/api/wallets', key), 200);
    assertStatus(await left.app.inject({ method: 'DELETE', url: '/api/api-key', headers: customer.headers }), 200);
    assertStatus(await get(right, '/api/wallets', key), 401);
  });

  it('keep the answer to an Idempotency-Key for each other', async () => {
    const customer = await createCustomer(test);
    const headers = { ...customer.headers, 'idempotency-key': randomUUID() };
    const payload = { wallet_id: customer.wallets.EUR, amount: '50' };
    const first = await post(left, '/api/deposits', payload, headers);
    assertStatus(first, 201);
    const again = await post(right, '/api/deposits', payload, headers);
    assertStatus(again, 201);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    assertStatus(await post(right, '/api/deposits', { ...payload, amount: '51' }, headers), 422);
    const { data } = (await get(right, '/api/deposits', customer.headers)).json();
    assert.equal(data.length, 1, 'who wrote at one reads it at the other');
  });

  it('share the files in their bucket, and say what does not work while it is away', async () => {
    const [owner, customer] = [await createAdministrator(test), await createCustomer(test)];
    const payload = { wallet_id: customer.wallets.EUR, amount: '50' };
    const { data } = (await post(left, '/api/deposits', payload, customer.headers)).json();
    const url = `/api/deposits/${data.id}/payment-proof`;
    const proof = pdfOf('paid');
    const send = (side: TestApi) => post(side, url, formOf({ payment_proof: proof }, 'proof.pdf'), customer.headers);
    const readAt = (side: TestApi) => get(side, url, customer.headers);
    // A busy machine may not answer in time.
    const readyAt = (side: TestApi) =>
      eventually(async () => {
        const answer = (await get(side, '/api/health/ready')).json();
        assert.equal(answer.status, 'ready', 'it sells without them');
        assert.notEqual(answer.checks.files.detail, 'no answer in time');
        return answer;
      });
    const stateAt = async (side: TestApi) => ({
      ready: await readyAt(side),
      system: SystemState.parse((await owner.get('/api/admin/system')).json()).data.files,
    });
    assertStatus(await send(left), 200);
    const shown = await readAt(right);
    assertStatus(shown, 200);
    assert.ok(shown.rawPayload.equals(proof));
    const up = await stateAt(left);
    assert.deepEqual([up.ready.checks.files, up.system.place], [{ ok: true }, 's3://vault/shop']);

    await bucket.whileAway(async () => {
      const refused = await send(left);
      assertStatus(refused, 503);
      assert.match(refused.json().message, /Nothing was uploaded: please try again/);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assertStatus(await readAt(left), 503);
      const { ready, system } = await stateAt(left);
      assert.equal(ready.checks.files.ok, false);
      assert.ok(!JSON.stringify(ready).includes('127.0.0.1'), 'strangers do not see where');
      assert.match(system.problem ?? '', /cannot be reached/);
    });
    assert.ok((await readAt(left)).rawPayload.equals(proof), 'the first one is still there');
    assertStatus(await send(right), 200);
    assert.equal((await stateAt(left)).system.problem, null);
    assert.equal(bucket.objects.size, 2, 'the first proof and the second');
    assert.deepEqual([...bucket.uploads.keys()], []);
  });

  it('tell who listens at one of them what happened at the other', async () => {
    const customer = await createCustomer(test);
    const { data } = (
      await post(left, '/api/deposits', { wallet_id: customer.wallets.EUR, amount: '50' }, customer.headers)
    ).json();
    const url = await right.app.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    const { headers } = customer;
    const stream = await fetch(`${url}/api/notifications/stream`, { headers, signal: leaving.signal });
    let heard = '';
    const listening = (async () => {
      for await (const part of (stream.body ?? assert.fail('a stream')).pipeThrough(new TextDecoderStream()))
        heard += part;
    })().catch(() => undefined);
    await eventually(() => assert.match(heard, /event: news/));
    await send(left, approvalOf(data.id, { amount: 5_000n, currency: 'EUR' }));
    await eventually(() => assert.match(heard, /deposit-approved:/));
    leaving.abort();
    await listening;
  });

  it('follow the settings that were changed at one of them', async () => {
    const owner = await createAdministrator(test);
    const settingsAt = async (side: TestApi) =>
      AdminSettings.parse((await get(side, '/api/admin/settings', owner.headers)).json().data);
    const { orders } = await settingsAt(left);
    const body = { ...orders.value, order_term_hours: 24, why: 'Faster', expect_version: orders.version };
    assertStatus(await owner.send('PUT', '/api/admin/settings/orders', body), 200);
    await eventually(async () => assert.equal((await settingsAt(right)).orders.value.order_term_hours, 24));
    assert.equal(right.deps.rules().orderTermHours, 24);
    assert.deepEqual((await settingsAt(right)).orders, (await settingsAt(left)).orders);
  });
});
