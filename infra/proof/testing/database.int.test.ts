import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from './database.ts';

describe('test databases', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  after(() => Promise.all([one.drop(), two.drop()]));

  it('are migrated, and apart from each other', async () => {
    const first = new pg.Client(one.url);
    const second = new pg.Client(two.url);
    await Promise.all([first.connect(), second.connect()]);
    await first.query("insert into app.installation (key, value) values ('seed', '{}')");
    const { rows } = await second.query('select * from app.installation');
    await Promise.all([first.end(), second.end()]);
    assert.deepEqual(rows, []);
  });

  it('are dropped even while a session is open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    const ended = new Promise((resolve) => client.on('error', resolve));
    await database.drop();
    await ended;
    await assert.rejects(new pg.Client(database.url).connect(), /does not exist/);
  });
});
