import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { startTestApp } from '#infra/proof/api/test-app.ts';
import { refusePublishedPasswords } from './published-passwords.ts';

describe('a start in production', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const administrator = { email: 'admin@giftledger.example', password: 'published by us' };
  const start = (customer = { email: 'customer@giftledger.example', password: PASSWORD }) =>
    refusePublishedPasswords(test.deps, { customer, administrator });

  it('is refused while a published password works, of a customer or an administrator', async () => {
    await start();
    const { email } = await createSignUps(test).register();
    await assert.rejects(
      start({ email, password: PASSWORD }),
      /The customer person1@example\.com .*published password/,
    );
    await start({ email, password: 'not the password any more' });

    await test.deps.database.query(
      sql.typeAlias('void')`insert into app.administrator (administrator_id, email, name, roles, password_hash)
        values (gen_random_uuid(), ${administrator.email}, 'Adrian', '{owner}', ${await test.deps.crypto.hashPassword(administrator.password)})`,
    );
    await assert.rejects(start(), /The administrator admin@giftledger\.example/);
    await test.deps.database.query(sql.typeAlias('void')`update app.administrator set is_active = false`);
    await start();
  });

  it('is refused while customers of an earlier demonstration share the published password', async () => {
    await test.deps.database.query(sql.typeAlias('void')`
      insert into app.account (customer_id, email, name, password_hash)
      select gen_random_uuid(), 'demo' || n || '@customer.example', 'Demo', ${await test.deps.crypto.hashPassword(PASSWORD)}
      from generate_series(1, 2) as n`);
    await assert.rejects(start(), /The customers of the demonstration .*published password/);
    await test.deps.database.query(
      sql.typeAlias('void')`delete from app.account where email = 'demo1@customer.example'`,
    );
    await start();
  });
});
