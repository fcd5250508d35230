import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import pg from 'pg';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { createTestDatabase } from '../proof/testing/database.ts';
import { mark } from '../seed/seed-mark.ts';
import { seedOnce } from './seed-once.ts';

it('a store whose demonstration is of an earlier version is told of the sign-ins that it has', async () => {
  const database = await createTestDatabase();
  try {
    await mark(database.url, 'seeded');
    await mark(database.url, 'demonstration-said');
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(
      "insert into app.account (customer_id, email, name, password_hash) values ($1, $2, 'Maya', '-')",
      [...[randomUUID(), SIGN_INS.customer.email]],
    );
    await client.end();
    const start = (env: NodeJS.ProcessEnv) =>
      seedOnce(database.url, env, {} as never, () => assert.fail('it was seeded'));
    const { signIns, isDemonstration } = await start({});
    assert.deepEqual(
      signIns.map(({ email }) => email),
      [SIGN_INS.customer.email],
    );
    assert.ok(isDemonstration);
    assert.deepEqual(await start({ GIFTLEDGER_SEED: 'none' }), { isDemonstration: true, signIns: [] });
  } finally {
    await database.drop();
  }
});
