import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { buildApp } from '#bff/app/app.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createPasskeyDevice } from '#infra/proof/api/passkey-device.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { findCustomer } from '#projections/models/customers.ts';

const ORIGIN = 'http://localhost:3000';

describe('passkeys', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  /** A browser: it keeps its cookies, and sends `bearer` where it is signed in. */
  function createBrowser(bearer?: string) {
    const jar = new Map<string, string>();
    async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
      const headers = {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      };
      const answer = await test.app.inject({ method, url, headers, ...(payload && { payload }) });
      for (const { name, value } of answer.cookies) jar.set(name, value);
      return answer;
    }
    return { send, post: (url: string, payload: object = {}) => send('POST', url, payload) };
  }
  type Browser = ReturnType<typeof createBrowser>;

  async function person() {
    const { email, customerId } = await people.register();
    const { access_token } = await people.signedIn(email);
    return { email, customerId, browser: createBrowser(access_token) };
  }
  const add = async (browser: Browser, device = createPasskeyDevice(ORIGIN), as = {}, name?: string) =>
    browser.post('/api/auth/passkeys', {
      passkey: device.make((await browser.post('/api/auth/passkeys/setup')).json(), as),
      ...(name && { name }),
    });
  const challenge = async (browser: Browser, body: object = {}) =>
    (await browser.post('/api/auth/passkeys/challenge', body)).json();
  async function withPasskey() {
    const customer = await person();
    const device = createPasskeyDevice(ORIGIN);
    const added = await add(customer.browser, device, {}, 'My laptop');
    assertStatus(added, 201);
    return { ...customer, device, added: added.json() };
  }
  const subjects = (email: string) => people.mailsTo(email).map(({ subject }) => subject);
  const assertRefused = (answer: LightMyRequestResponse) => {
    assertStatus(answer, 422);
    assert.equal(answer.json().code, 'passkey_refused');
  };

  it('sign in alone: no address, no password, and two factors in one', async () => {
    const { email, customerId, device, added } = await withPasskey();
    assert.equal(added.recovery_codes.length, 10);
    const browser = createBrowser();
    const asked = await challenge(browser);
    assert.deepEqual([asked.data.rpId, asked.data.userVerification], ['localhost', 'required']);
    assert.deepEqual(asked.data.allowCredentials ?? [], []);
    const signedIn = await browser.post('/api/auth/sign-in/passkey', { passkey: device.use(asked), remember: true });
    assertStatus(signedIn, 200);
    assert.equal(signedIn.json().user.id, customerId);
    const own = createBrowser(signedIn.json().access_token);
    assert.equal((await own.send('GET', '/api/auth/session')).json().data.mfa_confirmed, true);
    const [listed] = (await own.send('GET', '/api/auth/mfa/factors')).json().passkeys;
    assert.equal(listed.name, 'My laptop');
    assert.ok(listed.last_used_at);
    assert.ok(subjects(email).includes('A passkey was added to your account'));
    assert.equal((await findCustomer(test.deps.database, customerId))?.isMfaEnabled, true);
  });

  it('are the second step after the password, which is not enough any more; so is a recovery code', async () => {
    const { email, browser: first, device, added } = await withPasskey();
    const stranger = await withPasskey();
    const answer = (await people.signIn(email)).json();
    assert.deepEqual([answer.status, answer.second_factors, answer.factors], ['mfa_required', ['passkey'], []]);
    const { mfa_token } = answer;
    const browser = createBrowser();
    const asked = await challenge(browser, { mfa_token });
    assert.deepEqual(
      asked.data.allowCredentials.map(({ id }: { id: string }) => id),
      [device.id],
    );
    assertRefused(await browser.post('/api/auth/sign-in/passkey', { mfa_token, passkey: stranger.device.use(asked) }));
    const passkey = device.use(await challenge(browser, { mfa_token }), { userHandle: undefined });
    assertStatus(await browser.post('/api/auth/sign-in/passkey', { mfa_token, passkey }), 200);
    assertStatus(await browser.post('/api/auth/sign-in/passkey', { mfa_token: 'forged', passkey }), 401);

    const code = added.recovery_codes[0];
    assertStatus(await browser.post('/api/auth/sign-in/code', { mfa_token, code: '123456' }), 422);
    assertStatus(await browser.post('/api/auth/sign-in/code', { mfa_token, code }), 200);
    assertStatus(await browser.post('/api/auth/sign-in/code', { mfa_token, code }), 422);
    assert.equal((await first.send('GET', '/api/auth/mfa/factors')).json().recovery_codes_left, 9);
  });

  it('end the other sessions when the first is added, which never gave a second factor', async () => {
    const { email } = await people.register();
    const [here, there] = [await people.signedIn(email), await people.signedIn(email)];
    const browser = createBrowser(here.access_token);
    assertStatus(await add(browser), 201);
    assertStatus(await createBrowser(there.access_token).send('GET', '/api/auth/session'), 401);
    const second = await add(browser);
    assertStatus(second, 201);
    assert.deepEqual(second.json().recovery_codes, []);
  });

  it('confirm a session again, as a code does and the password does not', async () => {
    const { browser, device } = await withPasskey();
    await test.deps.database.query(
      sql.typeAlias('void')`update app.session set confirmed_at = now() - interval '11 minutes'`,
    );
    const refused = await browser.post('/api/auth/mfa/recovery-codes');
    assertStatus(refused, 403);
    assert.deepEqual(Object.keys(refused.json().errors), ['passkey']);
    assertStatus(await browser.post('/api/auth/step-up', { password: PASSWORD }), 422);
    // A challenge that was requested without a session confirms nobody's session.
    assertRefused(await browser.post('/api/auth/step-up', { passkey: device.use(await challenge(createBrowser())) }));
    assertStatus(await browser.post('/api/auth/step-up', { passkey: device.use(await challenge(browser)) }), 200);
    assertStatus(await browser.post('/api/auth/mfa/recovery-codes'), 201);
  });

  it('are refused from another address, without a look at who it is, and for what was not asked', async () => {
    const { device } = await withPasskey();
    const browser = createBrowser();
    const signIn = (passkey: object) => browser.post('/api/auth/sign-in/passkey', { passkey });
    assertRefused(await signIn(device.use(await challenge(browser), { origin: 'http://localhost:3001' })));
    assertRefused(await signIn(device.use(await challenge(browser), { isVerified: false })));
    assertRefused(await signIn(device.use(await challenge(browser), { challenge: 'bm90IG91cnM' })));
    assertRefused(await signIn(device.use(await challenge(browser), { userHandle: undefined })));
    const { data } = await challenge(browser);
    assertRefused(await signIn(device.use({ data: { ...data, rpId: 'evil.example' } })));
    assertRefused(
      await signIn(createPasskeyDevice(ORIGIN).use(await challenge(browser), { userHandle: device.userHandle })),
    );
    assertStatus(await signIn(device.use(await challenge(browser))), 200);
  });

  it('answer a challenge once, soon, and in the browser that asked', async () => {
    const { device } = await withPasskey();
    const [browser, other] = [createBrowser(), createBrowser()];
    const passkey = device.use(await challenge(browser));
    await challenge(other);
    assertRefused(await other.post('/api/auth/sign-in/passkey', { passkey }));
    assertStatus(await browser.post('/api/auth/sign-in/passkey', { passkey }), 200);
    assertRefused(await browser.post('/api/auth/sign-in/passkey', { passkey }));
    const late = device.use(await challenge(browser));
    await test.deps.database.query(sql.typeAlias('void')`update app.passkey_challenge set expires_at = now()`);
    assertRefused(await browser.post('/api/auth/sign-in/passkey', { passkey: late }));
    // A challenge for adding a passkey does not sign in.
    const { browser: own } = await person();
    const setup = (await own.post('/api/auth/passkeys/setup')).json();
    const asked = { data: { challenge: setup.data.challenge, rpId: 'localhost' } };
    assertRefused(await own.post('/api/auth/sign-in/passkey', { passkey: device.use(asked) }));
  });

  it('are refused where the counter goes back, which is stored and mailed to their owner', async () => {
    const { email, browser: own, device } = await withPasskey();
    const browser = createBrowser();
    const use = async (counter: number) => {
      device.counter = counter;
      return browser.post('/api/auth/sign-in/passkey', { passkey: device.use(await challenge(browser)) });
    };
    assertStatus(await use(5), 200);
    assertRefused(await use(5));
    assertRefused(await use(4));
    const [listed] = (await own.send('GET', '/api/auth/mfa/factors')).json().passkeys;
    assert.ok(listed.refused_at);
    assert.equal(subjects(email).filter((subject) => subject === 'A passkey was refused').length, 2);
    assertStatus(await use(6), 200);
  });

  it('belong to one account: another can neither use, rename, remove nor add them', async () => {
    const { added, device } = await withPasskey();
    const { browser } = await person();
    const url = `/api/auth/passkeys/${added.data.id}`;
    assertStatus(await browser.send('PATCH', url, { name: 'Mine' }), 404);
    assertStatus(await browser.send('DELETE', url), 404);
    assertStatus(await add(browser, device), 409);
    assertRefused(await add(browser, createPasskeyDevice(ORIGIN), { origin: 'https://evil.example' }));
    assertRefused(await add(browser, createPasskeyDevice(ORIGIN), { isVerified: false }));
    // A customer's passkey does not open the back office either.
    const office = createBrowser();
    const asked = (await office.post('/api/admin/passkeys/challenge')).json();
    assertRefused(await office.post('/api/admin/login/passkey', { passkey: device.use(asked) }));
  });

  it('are renamed and removed; with the last one the recovery codes go, and the password is enough', async () => {
    const { email, customerId, browser, added } = await withPasskey();
    const url = `/api/auth/passkeys/${added.data.id}`;
    assert.equal((await browser.send('PATCH', url, { name: ' Old laptop ' })).json().data.name, 'Old laptop');
    const unnamed = await add(browser);
    assert.equal(unnamed.json().data.name, 'An unknown browser');
    assertStatus(await browser.send('DELETE', url), 200);
    assert.equal((await people.signIn(email)).json().status, 'mfa_required');
    assertStatus(await browser.send('DELETE', `/api/auth/passkeys/${unnamed.json().data.id}`), 200);
    assertStatus(await browser.send('DELETE', url), 404);
    assert.equal((await people.signIn(email)).json().status, 'signed_in');
    assert.equal((await browser.send('GET', '/api/auth/mfa/factors')).json().recovery_codes_left, 0);
    for (const subject of ['A passkey was removed from your account', 'Two-factor authentication is off']) {
      assert.ok(subjects(email).includes(subject), subject);
    }
    await eventually(async () =>
      assert.equal((await findCustomer(test.deps.database, customerId))?.isMfaEnabled, false),
    );
  });

  it('open the back office where a second factor is required, and the last one stays', async () => {
    const production = await startProduction();
    const { administratorId, headers } = await createAdministrator(test);
    const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload: object = {}, more: object = {}) =>
      production.inject({
        method,
        url: `/api/admin${url}`,
        ...(method !== 'GET' && { payload }),
        headers: { ...headers, ...more },
      });
    assertStatus(await ask('GET', '/brands'), 403);
    const setup = await ask('POST', '/passkeys/setup');
    assertStatus(setup, 200);
    assert.match(setup.json().data.user.name, / \(back office\)$/);
    const device = createPasskeyDevice(ORIGIN);
    const cookie = setup.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const added = await ask('POST', '/passkeys', { passkey: device.make(setup.json()) }, { cookie });
    assertStatus(added, 201);
    assert.equal(added.json().recovery_codes.length, 10);
    assertStatus(await ask('GET', '/brands'), 200);
    const kept = await ask('DELETE', `/passkeys/${added.json().data.id}`);
    assertStatus(kept, 409);
    assert.equal(kept.json().code, 'last_second_factor');

    const browser = createBrowser();
    const asked = (await browser.post('/api/admin/passkeys/challenge')).json();
    const signedIn = await browser.post('/api/admin/login/passkey', { passkey: device.use(asked) });
    assertStatus(signedIn, 200);
    assert.equal(signedIn.json().administrator.id, administratorId);
    await eventually(async () => {
      const { items } = await listAuditEvents(test.deps.database, { actorId: administratorId, limit: 50 });
      const actions = items.map(({ data }) => (data as { action: string }).action);
      for (const action of ['passkey-added', 'signed-in']) assert.ok(actions.includes(action), actions.join());
    });
    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator set is_active = false where administrator_id = ${administratorId}`,
    );
    const again = (await browser.post('/api/admin/passkeys/challenge')).json();
    assertRefused(await browser.post('/api/admin/login/passkey', { passkey: device.use(again) }));
    await production.close();
  });
  async function startProduction() {
    return buildApp({ ...test.deps, config: { ...test.deps.config, isProduction: true } });
  }
});
