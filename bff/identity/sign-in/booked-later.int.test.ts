import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import { sendRecords } from '#bff/identity/audit/keep-record.ts';
import { resetDueSecondFactors } from '#bff/identity/factors/second-factor-reset.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createPasskeyDevice } from '#infra/proof/api/passkey-device.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';

const ORIGIN = 'http://localhost:3000';
const DAY_MS = 24 * 3_600_000;

describe('what is done to an account while the event store is away', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  const execute = () => Promise.reject(new DomainError('unavailable', 'The event store is away.'));
  const away = { ...test.deps, ledger: { execute } };
  const app = await buildApp(away);
  after(async () => {
    await app.close();
    await test.stop();
  });

  type Headers = Readonly<Record<string, string>>;
  /** A browser at the BFF whose event store is away; it keeps its cookies. */
  function browserOf(headers: Headers, base: string) {
    const jar = new Map<string, string>();
    const send = async (method: 'POST' | 'DELETE' | 'PUT', url: string, payload: object = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await app.inject({ method, url: `${base}${url}`, headers: { ...headers, cookie }, payload });
      for (const { name, value } of answer.cookies) jar.set(name, value);
      return answer;
    };
    const addPasskey = async (device = createPasskeyDevice(ORIGIN)) =>
      send('POST', '/passkeys', { passkey: device.make((await send('POST', '/passkeys/setup')).json()) });
    return { send, addPasskey };
  }
  /** As a minute later: the job sends what the requests left behind. */
  async function job(): Promise<number> {
    await test.deps.database.query(
      sql.void`update app.action_record set written_at = written_at - interval '5 minutes'`,
    );
    return sendRecords(test.deps);
  }
  const eventsOf = async (objectId: string) => {
    const { items } = await listAuditEvents(test.deps.database, { objectId, limit: 50 });
    return items.map(({ type, data }) => (data as { action?: string }).action ?? type).reverse();
  };
  const assertBooked = (objectId: string, types: readonly string[]) =>
    eventually(async () => {
      const booked = await eventsOf(objectId);
      assert.deepEqual(
        booked.filter((type) => types.includes(type)),
        types,
      );
    });

  it('is done: an administrator’s passkey has its record later, once, however often it is added', async () => {
    const admin = await createAdministrator(test);
    const browser = browserOf(admin.headers, '/api/admin');
    const device = createPasskeyDevice(ORIGIN);
    const added = await browser.addPasskey(device);
    assertStatus(added, 201);
    assert.equal(added.json().recovery_codes.length, 10);
    assertStatus(await browser.addPasskey(device), 409);
    assertStatus(await browser.send('DELETE', `/passkeys/${added.json().data.id}`), 200);
    assertStatus(await browser.send('DELETE', `/passkeys/${added.json().data.id}`), 404);
    assert.deepEqual(await eventsOf(admin.administratorId), []);
    assert.equal(await job(), 2);
    await assertBooked(admin.administratorId, ['passkey-added', 'passkey-removed']);
    assert.equal(await job(), 0);
  });

  it('is done: a reset takes the factor, and the ledger hears of it later, once', async () => {
    const owner = await createAdministrator(test);
    const { email, customerId } = await people.register();
    const { headers } = await people.signedIn(email);
    const { addPasskey } = browserOf(headers, '/api/auth');
    assertStatus(await addPasskey(), 201);
    assertStatus(await addPasskey(), 201);
    assert.equal((await people.signIn(email)).json().status, 'mfa_required');
    const url = `/api/admin/users/${customerId}/second-factor-reset`;
    assertStatus(await owner.send('POST', url, { checked: 'Called back on the registered number.' }), 200);
    test.advance(DAY_MS + 1_000);
    assert.equal(await resetDueSecondFactors(away), 1);
    assert.equal((await people.signIn(email)).json().status, 'signed_in');
    assert.equal(await resetDueSecondFactors(away), 0);
    await job();
    const [on, off] = ['CustomerMfaEnabled', 'CustomerMfaDisabled'];
    await assertBooked(customerId, [on, on, off, off]);
    assert.equal(await job(), 0);
  });

  it('is done: a factor’s end that the ledger cannot know, and what an erased customer did, is booked no more', async () => {
    const { email, customerId } = await people.register();
    const { headers } = await people.signedIn(email);
    const added = await browserOf(headers, '/api/auth').addPasskey();
    await test.deps.database.query(sql.void`delete from app.action_record`);
    assertStatus(await browserOf(headers, '/api/auth').send('DELETE', `/passkeys/${added.json().data.id}`), 200);
    assert.equal(await job(), 1);
    assert.equal(await job(), 0);
    assert.equal((await eventsOf(customerId)).includes('CustomerMfaDisabled'), false);
  });

  it('is done: a new API key replaces the one before, and both are booked later', async () => {
    const { customerId, headers } = await createCustomer(test);
    const make = async () => {
      const payload = { name: 'ours', abilities: ['wallets:read'] };
      const made = await app.inject({ method: 'POST', url: '/api/api-key', headers, payload });
      assertStatus(made, 201);
      return made.json().token.plain_text_token as string;
    };
    const [first, second] = [await make(), await make()];
    const works = async (key: string) =>
      (await test.app.inject({ url: '/api/wallets', headers: { authorization: `Bearer ${key}` } })).statusCode === 200;
    assert.deepEqual([await works(first), await works(second)], [false, true]);
    await job();
    assert.equal(await bookRevocations(test.deps), 1);
    const issued = 'CustomerApiKeyIssued';
    await assertBooked(customerId, [issued, issued, 'CustomerApiKeyRevoked']);
  });

  it('is done: a new password, booked later', async () => {
    const { email, customerId } = await people.register();
    const { headers } = await people.signedIn(email);
    const password = 'another long enough one';
    const payload = { current_password: PASSWORD, password, password_confirmation: password };
    assertStatus(await app.inject({ method: 'PUT', url: '/api/auth/user', headers, payload }), 200);
    assert.equal((await people.signIn(email, password)).json().status, 'signed_in');
    await job();
    await assertBooked(customerId, ['CustomerPasswordChanged']);
  });

  it('is never within a transaction: a command or a mail in one fails in every test', async () => {
    const { database, ledger, mails } = test.deps;
    const command = { type: 'VerifyEmail', customerId: '0198c0de-0000-7000-8000-000000000001' } as const;
    const context = {
      commandId: command.customerId,
      correlationId: 'c',
      actor: { kind: 'system', id: 'test' },
    } as const;
    await assert.rejects(
      database.transaction(() => ledger.execute(command, context)),
      /while a transaction is open/,
    );
    const mail = { subject: 's', paragraphs: ['t'] };
    await assert.rejects(
      database.transaction(() => mails.send('money', { email: 'a@b.example' }, mail)),
      /while a transaction is open/,
    );
  });
});
