import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { withMacs } from '#core/kernel/log/event-macs.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { createEngineStack } from '#infra/proof/testing/engine-stack.ts';
import { dump, openReadModels, openTestProjector } from '#infra/proof/testing/read-models.ts';
import { assertSameLists } from '#infra/proof/testing/same-lists.ts';
import { listWallets } from '#projections/models/wallets.ts';
import { createLog, id, usd } from '#projections/testing/log.ts';
import {
  ALICE,
  ALICE_USD,
  approveDeposit,
  openAccount,
  requestDeposit,
  wholeStory,
} from '#projections/testing/story.ts';
import { projections } from '../projections.ts';
import { rebuildAndCompare } from '../rebuild/rebuild.ts';
import { decodeEvent, type EngineStatus, runProjections } from './engine.ts';
import { freshness, waitForPosition } from './freshness.ts';
import { sql } from './sql.ts';

// Several at once, each on its own stack: they mostly wait for Postgres.
describe('the engine', { concurrency: 3 }, () => {
  const reaches = (engine: { status: EngineStatus | undefined }, state: EngineStatus['state']) =>
    eventually(() => assert.equal(engine.status?.state, state));

  it('projects what the real event store holds, and lets a writer wait for its own write', async () => {
    const { store, pool, start } = await createEngineStack();
    const log = wholeStory();
    const position = await log.appendTo(store);
    const { engine } = start();
    assert.equal(await waitForPosition(pool, position, PATIENCE_MS), true);
    await reaches(engine, 'live');

    const later = createLog('2026-05-01T00:00:00.000Z', 'later');
    later.add(`customer-${id('customer', 7)}`, 'CustomerRegistered', { customerId: id('customer', 7) });
    const next = await later.appendTo(store);
    assert.equal(await waitForPosition(pool, next, PATIENCE_MS), true);
    const fresh = await eventually(async () => {
      const now = await freshness(pool);
      assert.ok(now?.asOf);
      return now;
    });
    assert.equal(fresh.position, next);
    assert.equal(fresh.events, BigInt(log.events.length + 1));
    assert.equal(fresh.haltedReason, null);
  });

  it('says again and again that it is at work, until it is stopped', async () => {
    const { pool, start, stopEngines } = await createEngineStack();
    const { engine } = start();
    await reaches(engine, 'live');
    const HOUR_MS = 3_600_000;
    const hourAgo = () =>
      pool.query(sql.typeAlias('void')`update read.checkpoint set updated_at = now() - interval '1 hour'`);
    await hourAgo();
    await eventually(async () => assert.ok(((await freshness(pool))?.silentMs ?? HOUR_MS) < HOUR_MS));
    await stopEngines();
    await hourAgo();
    assert.ok(((await freshness(pool))?.silentMs ?? 0) >= HOUR_MS);
  });

  it('says so when a writer waits in vain', async () => {
    const { pool, start } = await createEngineStack();
    start();
    assert.equal(await waitForPosition(pool, 1_000_000n, 150), false);
  });

  it('loses and repeats nothing when its connection is cut in the middle', async () => {
    const { databaseUrl, store, pool, start, stopEngines } = await createEngineStack();
    const log = wholeStory();
    start();
    const cutter = new pg.Client({ connectionString: databaseUrl });
    await cutter.connect();
    const half = Math.floor(log.events.length / 2);
    for (const [from, to] of [
      [0, half],
      [half, undefined],
    ] as const) {
      const appending = log.appendTo(store, from, to);
      for (let cut = 0; cut < 3; cut += 1) {
        await cutter.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name like 'giftledger-projections%' and datname = current_database()`,
        );
      }
      assert.equal(await waitForPosition(pool, await appending, 2 * PATIENCE_MS), true);
    }
    await cutter.end();
    await stopEngines();

    await projectAgain(store, databaseUrl, 'beside');
    assertSameLists(await dump(databaseUrl, 'read'), await dump(databaseUrl, 'beside'));
  });

  it('lets a second one wait, which takes over when the first is gone', async () => {
    const { start } = await createEngineStack();
    const first = new AbortController();
    const { engine: one, done } = start(projections, first.signal);
    await reaches(one, 'live');
    const { engine: two } = start();
    await reaches(two, 'waiting');
    first.abort();
    await done;
    await reaches(two, 'live');
  });

  it('halts at an event that cannot be projected, keeps what came before it, and says why', async () => {
    const { store, pool, start } = await createEngineStack();
    const log = createLog();
    openAccount(log, ALICE, ALICE_USD);
    requestDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 500 });
    approveDeposit(log, 1, ALICE, { wallet: ALICE_USD, minor: 500 });
    // A credit to a wallet that was never opened.
    log.add(`wallet-${id('wallet', 99)}`, 'WalletCreditLimitSet', { limit: usd(1) });
    log.add(`wallet-${ALICE_USD}`, 'WalletCreditLimitSet', { limit: usd(1) });
    const orphan = log.events.find((event) => event.streamId.endsWith(id('wallet', 99)));
    assert.ok(orphan);
    await log.appendTo(store);
    const { engine } = start();
    await reaches(engine, 'halted');
    assert.match(engine.status?.reason ?? '', /WalletCreditLimitSet in wallet-.* cannot be projected/);
    const [wallet] = await listWallets(pool, ALICE);
    assert.equal(wallet?.balance, 500n);
    assert.equal(wallet?.creditLimit, 0n);
    const fresh = await freshness(pool);
    assert.match(fresh?.haltedReason ?? '', /cannot be projected/);
    assert.equal(fresh?.haltedKind, 'unprojectable');
  });

  it('halts at an event that cannot be read', async () => {
    const { store, pool, start } = await createEngineStack();
    const log = createLog();
    openAccount(log, ALICE, ALICE_USD);
    await log.appendTo(store);
    await store.append(`wallet-${ALICE_USD}`, 0n, [
      { id: id('broken'), type: 'WalletCredited', data: { amount: 'much' }, metadata: {} },
    ]);
    const { engine } = start();
    await reaches(engine, 'halted');
    const fresh = await freshness(pool);
    assert.match(fresh?.haltedReason ?? '', /cannot be read/);
    assert.equal(fresh?.haltedKind, 'unreadable');
    assert.equal((await listWallets(pool, ALICE)).length, 1);
  });

  it('names an event that no part of the store wrote as forged', async () => {
    const { store, pool, common } = await createEngineStack();
    const keys = { current: { id: 1, key: Buffer.alloc(32, 1) }, retired: [], since: null };
    const log = createLog();
    openAccount(log, ALICE, ALICE_USD);
    await log.appendTo(withMacs(store, keys));
    await store.append(`wallet-${ALICE_USD}`, 0n, [
      {
        id: id('forged'),
        type: 'WalletCreditLimitSet',
        data: { limit: { amount: '1', currency: 'USD' } },
        metadata: {},
      },
    ]);
    const stopping = new AbortController();
    const done = runProjections({ ...common, store: withMacs(store, keys), signal: stopping.signal });
    await eventually(async () => assert.equal((await freshness(pool))?.haltedKind, 'forged'));
    assert.equal((await listWallets(pool, ALICE)).length, 1);
    stopping.abort();
    await done;
  });

  it('projects the whole log again when the tables are defined otherwise', async () => {
    const { databaseUrl, store, start } = await createEngineStack();
    await wholeStory().appendTo(store);
    const first = new AbortController();
    const { engine, done } = start(projections, first.signal);
    await reaches(engine, 'live');
    first.abort();
    await done;
    const before = await dump(databaseUrl, 'read');
    const spoiler = new pg.Client({ connectionString: databaseUrl });
    await spoiler.connect();
    await spoiler.query("update read.checkpoint set fingerprint = 'older'; update read.wallets set balance = 1");
    await spoiler.end();
    const { engine: newer } = start();
    await reaches(newer, 'live');
    assertSameLists(await dump(databaseUrl, 'read'), before);
  });
});

describe('two releases on the same read models', async () => {
  const { databaseUrl, store, common } = await createEngineStack();
  const [older, newer] = ['0.9.0', '0.10.0'];
  const run = (release: string, version: number) => {
    const stopping = new AbortController();
    const engine = { status: undefined as EngineStatus | undefined };
    const onStatus = (status: EngineStatus) => {
      engine.status = status;
    };
    const done = runProjections({ ...common, release, version, signal: stopping.signal, onStatus });
    const stop = () => {
      stopping.abort();
      return done;
    };
    return {
      reaches: (state: EngineStatus['state']) => eventually(() => assert.equal(engine.status?.state, state)),
      reason: () => engine.status?.reason ?? '',
      stop,
    };
  };
  const made = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query('select release, generation, halted_reason from read.checkpoint');
    await client.end();
    return rows[0];
  };
  await wholeStory().appendTo(store);

  it('the older one leaves those of the newer as they are, and waits to be stopped without their lock', async () => {
    const first = run(newer, 2);
    await first.reaches('live');
    const before = await made();
    const late = run(older, 1);
    await late.reaches('waiting');
    await first.stop();
    await late.reaches('halted');
    assert.match(late.reason(), /Release 0\.10\.0 made the read models, and this process is of 0\.9\.0/);
    assert.deepEqual(await made(), before);
    const again = run(newer, 2);
    await again.reaches('live');
    await late.reaches('halted');
    assert.deepEqual(await made(), before);
    await Promise.all([late.stop(), again.stop()]);
  });

  it('the older one uses those of the newer that are like its own', async () => {
    const like = run(older, 2);
    await like.reaches('live');
    await like.stop();
  });

  it('the older one goes on after a rebuild of its own that was accepted, and the newer one builds what the older made again', async () => {
    const rebuilt = { ...common, release: older, version: 1, signal: AbortSignal.timeout(PATIENCE_MS) };
    const { differences, otherDefinition, isSwitched } = await rebuildAndCompare(rebuilt);
    assert.deepEqual([differences, otherDefinition, isSwitched], [[], `Release ${newer}`, false]);
    assert.equal((await rebuildAndCompare({ ...rebuilt, acceptDifferences: true })).isSwitched, true);
    const back = run(older, 1);
    await back.reaches('live');
    assert.equal((await made())?.release, older);
    await back.stop();
    const forth = run(newer, 2);
    await forth.reaches('live');
    assert.equal((await made())?.release, newer);
    await forth.stop();
  });
});

describe('the read models before they are built', () => {
  it('are not there, which is no error, and appear with the first start', async () => {
    const { pool, project } = await openReadModels();
    assert.equal(await freshness(pool), null);
    await project([]);
    assert.equal((await freshness(pool))?.position, -1n);
  });
});

/** The rows that an undisturbed projector makes from the same log. */
async function projectAgain(store: EventStore, databaseUrl: string, schema: string): Promise<void> {
  const projector = await openTestProjector(databaseUrl, schema);
  const events = [];
  for await (const event of store.readAll({ prefixes: STREAM_PREFIXES })) {
    events.push(decodeEvent(event));
  }
  await projector.apply(events);
  await projector.close();
}
