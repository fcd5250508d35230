import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { type LedgerEvent, ledgerCodec, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { assertSameLists } from '../proof/testing/same-lists.ts';
import { startTestStack, type TestStack } from '../proof/testing/stack.ts';

const CUSTOMERS = 10;
const ORDERS = 80;
const UNTIL = '2026-03-01T12:00:00.000Z';
/** Fields that differ from run to run: keys, ids of files and codes, and values derived from them. */
const DRAWN = new Set(['note', 'adminNote', 'userNote', 'fileId', 'codesDigest']);
const filesDir = await mkdtemp(path.join(tmpdir(), 'seed-'));
const stacks: TestStack[] = [];
const children: ChildProcess[] = [];
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const stack of stacks) await stack.stop();
  await rm(filesDir, { recursive: true });
});

/** A store before a batch that ends at UNTIL. */
async function emptyStore(): Promise<TestStack> {
  const stack = await startTestStack();
  stacks.push(stack);
  const lastNumbers = { order: 0, deposit: 0, withdrawal: 0 };
  await query(stack, "insert into app.installation (key, value) values ('seed-batch-0', $1)", [
    JSON.stringify({ customers: CUSTOMERS, orders: ORDERS, until: UNTIL, lastNumbers, isDone: false }),
  ]);
  return stack;
}

async function query(stack: TestStack, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

const secrets = {
  JWT_SECRET: randomBytes(32).toString('hex'),
  ADMIN_JWT_SECRET: randomBytes(32).toString('hex'),
  DATA_ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
};

/** `ended` is listened for from the start, because a seed may be done before it is killed. */
function seed(
  { databaseUrl, eventstoreUrl }: TestStack,
  { isFirstOnly = false } = {},
): { child: ChildProcess; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../programs/seed.ts')], {
    // As a child of `npm start`, it completes the first batch alone.
    stdio: ['ignore', 'ignore', 'inherit', ...(isFirstOnly ? (['ipc'] as const) : [])],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...secrets,
      SMTP_URL: 'smtp://127.0.0.1:1',
      FILES_DIR: filesDir,
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventstoreUrl,
    },
  });
  children.push(child);
  return { child, ended: once(child, 'exit') };
}

async function seedToItsEnd(stack: TestStack): Promise<void> {
  const [code] = await seed(stack).ended;
  assert.equal(code, 0);
}

/** How far a seeding has come: it writes events in the order of their moments. */
async function lastMomentOf(stack: TestStack): Promise<string> {
  const client = createEventStoreClient(stack.eventstoreUrl);
  const last = { direction: 'backwards', prefixes: STREAM_PREFIXES, maxCount: 1 } as const;
  try {
    for await (const stored of createEventStoreDb(client).readAll(last))
      return ledgerCodec.decode(stored).metadata.time;
    return '';
  } finally {
    await client.dispose();
  }
}

/** Until it is released, no seeding is done, however late it is killed: after one that is done, the next one adds a batch. */
async function holdFromItsEnd(stack: TestStack): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query("select from app.installation where key = 'seed-batch-0' for update");
  return () => client.end();
}

/** The moments of all events, in the order of the log, and those of the payments that invoices are numbered by. */
async function momentsOf(stack: TestStack): Promise<{ all: string[]; paid: string[] }> {
  const client = createEventStoreClient(stack.eventstoreUrl);
  const moments = { all: [] as string[], paid: [] as string[] };
  for await (const stored of createEventStoreDb(client).readAll({ prefixes: STREAM_PREFIXES })) {
    const { type, metadata } = ledgerCodec.decode(stored);
    moments.all.push(metadata.time);
    if (type === 'OrderPaid') moments.paid.push(metadata.time);
  }
  await client.dispose();
  return moments;
}

/** Every stream with its events, reduced to what the seed decides. */
async function ledgerOf(stack: TestStack) {
  const client = createEventStoreClient(stack.eventstoreUrl);
  const streams: Record<string, unknown[]> = {};
  for await (const stored of createEventStoreDb(client).readAll({ prefixes: STREAM_PREFIXES })) {
    const { streamId, type, data, metadata } = ledgerCodec.decode(stored);
    streams[streamId] ??= [];
    streams[streamId].push({ type, data: withoutDrawn(data), time: metadata.time, actor: metadata.actor });
  }
  await client.dispose();
  return streams;
}

const withoutDrawn = (data: LedgerEvent['data']) =>
  JSON.parse(
    JSON.stringify(data, (key, value) => {
      if (typeof value === 'bigint') return String(value);
      return DRAWN.has(key) && value !== null ? '…' : value;
    }),
  );

describe('the seed', () => {
  let first: Awaited<ReturnType<typeof ledgerOf>>;
  let moments: Awaited<ReturnType<typeof momentsOf>>;
  before(async () => {
    const stack = await emptyStore();
    await seedToItsEnd(stack);
    first = await ledgerOf(stack);
    moments = await momentsOf(stack);
  });

  it('writes a log whose moments never go back, so that numbers of invoices rise with their days', () => {
    assert.ok(moments.paid.length > ORDERS / 2);
    for (const times of [moments.all, moments.paid]) assert.deepEqual(times, times.toSorted());
  });

  it('makes the same history each time, though its customers are played side by side, and another one is started meanwhile', async () => {
    const stack = await emptyStore();
    const release = await holdFromItsEnd(stack);
    const { ended } = seed(stack);
    const locks =
      "select from pg_locks where locktype = 'advisory' and objid = 727006 and database = (select oid from pg_database where datname = current_database())";
    await eventually(async () => assert.equal((await query(stack, locks)).length, 1));
    assert.equal((await seed(stack).ended)[0], 1);
    await release();
    assert.equal((await ended)[0], 0);
    assertSameLists(await ledgerOf(stack), first);
  });

  it('adds the settings alone to data of before there were any, once', async () => {
    const stack = await emptyStore();
    await query(stack, "update app.installation set value = value || '{\"isDone\": true}' where key = 'seed-batch-0'");
    for (const _start of [1, 2]) {
      const { child, ended } = seed(stack, { isFirstOnly: true });
      assert.equal((await ended)[0], 0);
      child.removeAllListeners();
    }
    const streams = Object.entries(await ledgerOf(stack));
    assert.deepEqual(
      streams.map(([name, events]) => [name.split('-')[0], events.length]),
      [['settings', 3]],
    );
  });

  it('leaves something of each kind to the second administrator', () => {
    const lastOf = (type: string) =>
      Object.values(first).filter((events) => {
        const decided = (events as { type: string }[]).filter((event) =>
          /Approv|Proposed|Completed|Rejected|LimitSet|DiscountSet/.test(event.type),
        );
        return decided.at(-1)?.type === type;
      }).length;
    assert.deepEqual(
      [
        'DepositApprovalProposed',
        'WithdrawalPayoutProposed',
        'WalletCreditLimitProposed',
        'CustomerDiscountProposed',
      ].map(lastOf),
      [2, 1, 1, 1],
    );
  });

  it('ends in the same history when it is killed again and again', async () => {
    const stack = await emptyStore();
    const accounts = () => query(stack, 'select from app.account');
    const isUnderWay = async (share: number) =>
      // Before it writes events it has made the rows that people would have made.
      share === 0
        ? (await accounts()).length > CUSTOMERS / 2
        : (await lastMomentOf(stack)) >= (moments.all[Math.floor(share * moments.all.length)] ?? '');
    const release = await holdFromItsEnd(stack);
    for (const share of [0, 0.1, 0.35, 0.6, 0.85]) {
      const { child, ended } = seed(stack);
      await eventually(async () => assert.ok(await isUnderWay(share)));
      child.kill('SIGKILL');
      await ended;
    }
    await release();
    await seedToItsEnd(stack);
    // As if it had been killed just before it noted its end.
    await query(stack, "update app.installation set value = value || '{\"isDone\": false}' where key = 'seed-batch-0'");
    await seedToItsEnd(stack);
    assertSameLists(await ledgerOf(stack), first);
    const [stock] = await query(
      stack,
      "select count(*)::int as open from app.stock_request where status = 'allocated' and fulfilled_at is null",
    );
    assert.deepEqual(stock, { open: 0 });
  });
});
