import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { placeOf } from '#core/kernel/following/log-place.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { acceptLog, readFollowers } from './followers.ts';
import { createPgPool } from './pool.ts';
import { createProcessCheckpoint } from './process-checkpoint.ts';

const minute = (at: number) => `2026-01-01T00:0${at}:00.000Z`;

describe('a log that was set back', async () => {
  const database = await createTestDatabase();
  const pool = createPgPool(database.url, { maxConnections: 2, applicationName: 'test', onIdleError: assert.ifError });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  const [processes, webhooks] = ['processes', 'webhooks'].map((name) => createProcessCheckpoint(pool, name));
  assert.ok(processes && webhooks);

  async function logOf(minutes: readonly number[]) {
    const store = createInMemoryEventStore();
    for (const [revision, at] of minutes.entries()) {
      const metadata = { time: minute(at), hash: randomUUID() };
      await store.append('order-1', BigInt(revision) - 1n, [
        { id: randomUUID(), type: 'Happened', data: {}, metadata },
      ]);
    }
    return store;
  }
  const sinceOf = async () => {
    const { rows } = await pool.query('select since_position from app.webhook_endpoint');
    return rows.map(({ since_position }) => since_position);
  };

  it('is accepted: the processes look at it from its beginning, the webhooks go on after what they told', async () => {
    const [before, now] = [await logOf([1, 2, 3, 4]), await logOf([1, 2, 5, 6, 7])];
    const last = before.events.at(-1) ?? assert.fail('an event');
    for (const checkpoint of [processes, webhooks]) await checkpoint.save(placeOf(last));
    await webhooks.noteHalt('The log does not have it.');
    const { rows } = await pool.query(
      "select halted_reason from app.process_checkpoint where name in ('processes', 'webhooks') order by name",
    );
    assert.deepEqual(
      rows.map(({ halted_reason }) => halted_reason),
      [null, 'The log does not have it.'],
    );
    assert.deepEqual(await readFollowers(database.url), [
      { name: 'processes', place: placeOf(last) },
      { name: 'webhooks', place: placeOf(last) },
    ]);
    const id = randomUUID();
    // Of no account: the references of the row are not looked at.
    await pool.query(`set session_replication_role = replica;
      insert into app.webhook_endpoint (endpoint_id, customer_id, url, events, secret_sealed, since_position, created_at)
        values ('${id}', '${id}', 'https://shop.example', '{}', '', 1000000, now());
      set session_replication_role = origin`);

    assert.deepEqual(await acceptLog(pool, before), []);
    assert.match(
      (await acceptLog(pool, now)).join('; '),
      /^processes: every event is looked at again.*webhooks: go on/,
    );
    assert.equal(await processes.load(), null);
    assert.deepEqual(await webhooks.load(), placeOf(now.events[1] ?? last));
    assert.deepEqual(await sinceOf(), [now.events[1]?.position]);
    assert.deepEqual(await acceptLog(pool, now), []);

    // A log that has nothing of before.
    await acceptLog(pool, await logOf([8, 9]));
    assert.equal(await webhooks.load(), null);
  });

  it('is not seen where a version of before moved the position alone, during an update', async () => {
    const store = await logOf([1, 2]);
    const [first, second] = store.events;
    assert.ok(first && second);
    await webhooks.save(placeOf(first));
    await pool.query("update app.process_checkpoint set position = $1 where name = 'webhooks'", [`${second.position}`]);
    assert.deepEqual(await webhooks.load(), { position: second.position, event: null });
    await webhooks.save(placeOf(second));
    assert.deepEqual(await webhooks.load(), placeOf(second));
  });

  it('has no followers where Postgres does not answer', async () => {
    assert.deepEqual(await readFollowers('postgresql://nobody@127.0.0.1:1/nowhere'), []);
  });
});
