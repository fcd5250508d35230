import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';

const PASSWORD = 'an administrator’s password';
const ORIGIN = 'http://localhost:3000';

describe('an administrator’s session', async () => {
  const administratorId = randomUUID();
  const email = 'admin@example.com';
  const test = await startTestApp();
  const hash = await test.deps.crypto.hashPassword(PASSWORD);
  await test.deps.database.query(
    sql.typeAlias('void')`insert into app.administrator (administrator_id, email, name, roles, password_hash)
        values (${administratorId}, ${email}, 'Ada Admin', '{owner}', ${hash})`,
  );
  after(() => test.stop());

  const login = (password = PASSWORD) =>
    test.app.inject({ method: 'POST', url: '/api/admin/login', payload: { email: 'Admin@Example.com', password } });
  async function loggedIn() {
    const answer = await login();
    assertStatus(answer, 200);
    const cookie = answer.cookies.find(({ name }) => name === 'giftledger_admin');
    assert.ok(cookie);
    return { cookie, token: answer.json().token as string };
  }

  it('lasts a day, by a strict cookie that scripts cannot read, or by its token', async () => {
    const { cookie, token } = await loggedIn();
    assert.equal(cookie.httpOnly, true);
    assert.equal(cookie.sameSite, 'Strict');
    assert.equal(cookie.maxAge, 24 * 3_600);
    assert.equal(cookie.path, '/api/admin');
    const byCookie = await test.app.inject({ url: '/api/admin/session', cookies: { giftledger_admin: cookie.value } });
    assertStatus(byCookie, 200);
    assert.equal(byCookie.json().data.administrator.name, 'Ada Admin');
    const byToken = await test.app.inject({
      url: '/api/admin/session',
      headers: { authorization: `Bearer ${token}` },
    });
    assertStatus(byToken, 200);
    // The customers' side does not accept this token.
    assertStatus(await test.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } }), 401);
  });

  it('is marked Secure where browsers come over TLS', async () => {
    const { buildApp } = await import('#bff/app/app.ts');
    const app = await buildApp({
      ...test.deps,
      config: { ...test.deps.config, secureCookies: true, publicUrl: 'https://shop.example' },
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { email, password: PASSWORD },
    });
    assert.equal(answer.cookies[0]?.secure, true);
    await app.close();
  });

  it('of a new device is announced with a way for administrators', async () => {
    await login();
    await login();
    const mail = test.mails.findLast(({ to, subject }) => to === email && subject.startsWith('A new device'));
    assert.match(mail?.text ?? '', /http:\/\/localhost:3000\/admin\/security/);
    assert.doesNotMatch(mail?.text ?? '', /forgot-password/);
  });

  it('is refused for a wrong password, and after it was ended', async () => {
    assertStatus(await login('wrong'), 401);
    const { cookie, token } = await loggedIn();
    const out = await test.app.inject({
      method: 'POST',
      url: '/api/admin/logout',
      cookies: { giftledger_admin: cookie.value },
      headers: { origin: ORIGIN },
    });
    assertStatus(out, 200);
    assertStatus(
      await test.app.inject({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } }),
      401,
    );
  });

  it('cannot be used by another site’s page', async () => {
    const { cookie } = await loggedIn();
    const forged = await test.app.inject({
      method: 'POST',
      url: '/api/admin/logout',
      cookies: { giftledger_admin: cookie.value },
      headers: { origin: 'https://evil.example' },
    });
    assertStatus(forged, 403);
    assert.equal(forged.json().code, 'cross_origin');
  });

  it('ends when the administrator is put out of service', async () => {
    const { token } = await loggedIn();
    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator set is_active = false where administrator_id = ${administratorId}`,
    );
    assertStatus(
      await test.app.inject({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } }),
      401,
    );
    assertStatus(await login(), 401);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.administrator set is_active = true where administrator_id = ${administratorId}`,
    );
  });

  it('is in the audit trail', async () => {
    await loggedIn();
    await eventually(async () => {
      const { items } = await listAuditEvents(test.deps.database, { objectId: administratorId });
      assert.ok(items.some((event) => event.type === 'AdministratorActed' && event.data.action === 'signed-in'));
    });
  });
});
