import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { ApiKeyCreated } from '#bff/contract/identity/api-key.ts';
import { bookRevocations } from '#bff/identity/api-keys/book-revocations.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp, type TestApi } from '#infra/proof/api/test-app.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';

describe('an API key that is revoked while something fails', async () => {
  const test = await startTestApp();
  const { ledger } = test.deps;
  const app = await buildApp({
    ...test.deps,
    ledger: {
      ...ledger,
      execute: (command, context) =>
        command.type === 'RevokeApiKey'
          ? Promise.reject(new DomainError('unavailable', 'The event store is away.'))
          : ledger.execute(command, context),
    },
  });
  /** The same BFF with an event store that fails each time a key is revoked in the ledger. */
  const cutOff = { app };
  await test.deps.database.query(sql.typeAlias('void')`create function app.fail() returns trigger language plpgsql
      as $$ begin raise exception 'the commit fails'; end $$`);
  afterEach(() => commitsFail(false));
  after(async () => {
    await cutOff.app.close();
    await test.stop();
  });

  async function commitsFail(fail: boolean): Promise<void> {
    await test.deps.database.query(sql.typeAlias('void')`drop trigger if exists fail on app.api_key`);
    if (!fail) return;
    await test.deps.database.query(
      sql.typeAlias('void')`create constraint trigger fail after insert or update of revoked_at on app.api_key
        deferrable initially deferred for each row execute function app.fail()`,
    );
  }
  const call = (who: TestCustomer, method: 'POST' | 'DELETE', { app }: TestApi = test) =>
    app.inject({ method, url: '/api/api-key', headers: who.headers });
  async function createKey(who: TestCustomer): Promise<string> {
    const answer = await call(who, 'POST');
    assertStatus(answer, 201);
    return ApiKeyCreated.parse(answer.json()).token.plain_text_token;
  }
  async function works(key: string): Promise<boolean> {
    const { statusCode } = await test.app.inject({ url: '/api/wallets', headers: { authorization: `Bearer ${key}` } });
    return statusCode === 200;
  }
  async function revocationsOf(who: TestCustomer): Promise<number> {
    const { items } = await listAuditEvents(test.deps.database, { objectId: who.customerId, limit: 50 });
    return items.filter(({ type }) => type === 'CustomerApiKeyRevoked').length;
  }

  it('is not revoked anywhere when the commit of the next one fails, and is when that is asked for again', async () => {
    const who = await createCustomer(test);
    const first = await createKey(who);
    await commitsFail(true);
    assertStatus(await call(who, 'POST'), 500);
    assert.deepEqual([await works(first), await revocationsOf(who)], [true, 0]);

    await commitsFail(false);
    const again = await call(who, 'POST');
    assertStatus(again, 201);
    assert.equal(await works(first), false);
    assertStatus(await call(who, 'DELETE'), 200);
    assert.equal(await works(ApiKeyCreated.parse(again.json()).token.plain_text_token), false);
    assert.equal(await revocationsOf(who), 2);
  });

  it('is not revoked anywhere when Postgres cannot revoke it', async () => {
    const who = await createCustomer(test);
    const key = await createKey(who);
    await commitsFail(true);
    assertStatus(await call(who, 'DELETE'), 500);
    assert.deepEqual([await works(key), await revocationsOf(who)], [true, 0]);
  });

  it('works no more when the ledger cannot revoke it, which is done when asked again', async () => {
    const who = await createCustomer(test);
    const key = await createKey(who);
    assertStatus(await call(who, 'DELETE', cutOff), 503);
    assert.deepEqual([await works(key), await revocationsOf(who)], [false, 0]);
    assertStatus(await call(who, 'DELETE'), 200);
    assert.deepEqual([await works(key), await revocationsOf(who)], [false, 1]);
    assertStatus(await call(who, 'DELETE'), 404);
  });

  it('works no more when it was replaced and the ledger could not revoke it, which a job does', async () => {
    const who = await createCustomer(test);
    const key = await createKey(who);
    const next = await call(who, 'POST', cutOff);
    assertStatus(next, 201);
    assert.equal(await works(key), false);
    assert.equal(await works(ApiKeyCreated.parse(next.json()).token.plain_text_token), true);
    assert.equal(await bookRevocations(test.deps), 1);
    await eventually(async () => assert.equal(await revocationsOf(who), 1));
    assert.equal(await bookRevocations(test.deps), 0);
  });
});
