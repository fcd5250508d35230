import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createCustomer, type TestCustomer } from '#bff/testing/customers.ts';
import { eventually } from '../testing/eventually.ts';
import { type FaultStack, type PartName, startFaultStack } from './stack.ts';

const HEAL_LIMIT_MS = 30_000;
/** What a person waits for an answer at most, even of a store that is frozen. */
const ANSWER_LIMIT_MS = 15_000;
const POLL_MS = 50;

/** The product as processes, while what it stands on is away, frozen or slow. Nothing of the product itself is started again. */
describe('while its surroundings fail, the store', () => {
  let stack: FaultStack;
  let customer: TestCustomer;
  before(async () => {
    stack = await startFaultStack(() => undefined);
    customer = await createCustomer(stack);
  });
  after(() => stack.stop({ keepsData: false }));

  const get = (path: string) =>
    fetch(`${stack.url}${path}`, { headers: customer.headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  const deposit = (key: string) =>
    fetch(`${stack.url}/api/deposits`, {
      method: 'POST',
      headers: { ...customer.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ wallet_id: customer.wallets.EUR, amount: '10' }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
  const depositsListed = async (): Promise<number> => {
    const response = await get('/api/deposits');
    assert.equal(response.status, 200);
    return ((await response.json()) as { meta: { total: number } }).meta.total;
  };
  const signal = async (part: PartName, name: NodeJS.Signals) => {
    for (const pid of await stack.processesOf(part)) process.kill(pid, name);
  };
  /** Kills a part as often as it is started again, until told to stop. */
  function keepAway(part: PartName): () => Promise<void> {
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        for (const pid of (await stack.processesOf(part)).slice(0, 1)) process.kill(pid, 'SIGKILL');
        await delay(POLL_MS);
      }
    })();
    return async () => {
      isOver = true;
      await killing;
    };
  }
  const readiness = async () => (await fetch(`${stack.url}/api/health/ready`)).status;
  async function assertRefusal(response: Response): Promise<void> {
    const body = (await response.json()) as { code: string; message: string };
    assert.equal(response.status, 503, JSON.stringify(body));
    assert.ok(Number(response.headers.get('retry-after')) > 0, 'it says when to come back');
    assert.equal(body.code, 'unavailable');
    assert.match(body.message, /Nothing is known to have been/);
  }

  it('refuses writes with a time to come back and goes on reading, while the event store is away', async () => {
    const bff = await stack.processesOf('BFF');
    const before = await depositsListed();
    const key = randomUUID();
    const release = keepAway('event store');
    try {
      await eventually(async () => assert.equal(await readiness(), 503));
      const startedMs = performance.now();
      await assertRefusal(await deposit(key));
      assert.ok(performance.now() - startedMs < ANSWER_LIMIT_MS);
      const read = await get('/api/wallets');
      assert.equal(read.status, 200);
      const asOf = Date.parse(read.headers.get('x-read-model-as-of') ?? '');
      assert.ok(asOf <= Date.now(), 'it says how fresh it is');
    } finally {
      await release();
    }
    // The same request again, as its sender would: it is done now, once.
    await eventually(async () => assert.equal((await deposit(key)).status, 201), HEAL_LIMIT_MS);
    await eventually(async () => assert.equal(await readiness(), 200), HEAL_LIMIT_MS);
    assert.equal(await depositsListed(), before + 1);
    assert.deepEqual(await stack.processesOf('BFF'), bff, 'it healed without a restart');
  });

  it('answers in time though the event store is frozen, and does late what it could not confirm', async () => {
    const before = await depositsListed();
    const key = randomUUID();
    await signal('event store', 'SIGSTOP');
    try {
      await assertRefusal(await deposit(key));
      assert.equal((await get('/api/wallets')).status, 200);
    } finally {
      await signal('event store', 'SIGCONT');
    }
    await eventually(async () => assert.equal((await deposit(key)).status, 201), HEAL_LIMIT_MS);
    assert.equal(await depositsListed(), before + 1);
  });

  it('says 503 while Postgres is away, never 500, and heals without a restart', async () => {
    const bff = await stack.processesOf('BFF');
    const before = await depositsListed();
    const key = randomUUID();
    await signal('Postgres', 'SIGKILL');
    const statuses = new Set<number>();
    await eventually(async () => {
      for (const response of [await get('/api/wallets'), await deposit(key)]) {
        statuses.add(response.status);
        if (response.status === 503) assert.ok(Number(response.headers.get('retry-after')) > 0);
      }
      assert.equal((await get('/api/wallets')).status, 200);
      assert.equal((await deposit(key)).status, 201);
    }, HEAL_LIMIT_MS);
    assert.ok(statuses.has(503), `it was never away: ${[...statuses]}`);
    assert.deepEqual(
      [...statuses].filter((status) => ![200, 201, 409, 503].includes(status)),
      [],
    );
    await eventually(async () => assert.equal(await depositsListed(), before + 1), HEAL_LIMIT_MS);
    assert.deepEqual(await stack.processesOf('BFF'), bff);
  });

  it('is slow with a slow Postgres, and loses nothing', async () => {
    const before = await depositsListed();
    const slow = new pg.Client({ connectionString: stack.databaseUrl });
    await slow.connect();
    try {
      // Every write of a request waits for this lock.
      await slow.query('begin; lock table app.idempotency_key in access exclusive mode');
      const keys = Array.from({ length: 5 }, () => randomUUID());
      const writes = keys.map((key) => deposit(key));
      await delay(1_500);
      assert.equal((await get('/api/wallets')).status, 200);
      await slow.query('commit');
      for (const response of await Promise.all(writes)) assert.equal(response.status, 201);
      await signal('Postgres', 'SIGSTOP');
      const during = get('/api/wallets');
      await delay(1_500);
      await signal('Postgres', 'SIGCONT');
      assert.equal((await during).status, 200);
    } finally {
      await slow.end();
    }
    assert.equal(await depositsListed(), before + 5);
  });
});
