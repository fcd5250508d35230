import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { ReadinessAnswer } from '#bff/contract/office/health.ts';
import { SEND_MAIL } from '#bff/kit/mails/mail-job.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { type LedgerCommand, routeCommand } from '#core/ledger/ledger.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createJobs, TAKEN_OVER_WITHIN_MS } from '#infra/adapters/jobs/jobs.ts';
import { addSealed } from '#infra/adapters/jobs/sealed-jobs.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { NOTARY_EXIT } from '#infra/adapters/notary/exit.ts';
import { createDatabasePool, createPgPool } from '#infra/adapters/postgres/pool.ts';
import { freePort } from '#infra/local/ports.ts';
import { startTestStack, type TestStack } from '#infra/proof/testing/stack.ts';
import { startPart } from '#infra/proof/testing/start-part.ts';
import { LOCK_RETRY_MS } from '#projections/kernel/connection.ts';
import { waitForPosition } from '#projections/kernel/freshness.ts';
import { wholeStory } from '#projections/testing/story.ts';

const TAKES_OVER_WITHIN_MS = 5_000;

const start = (part: string, at: Parameters<typeof startPart>[1], env: NodeJS.ProcessEnv = {}) =>
  startPart(path.join(import.meta.dirname, `${part}.ts`), at, { env });
async function kill(child: ChildProcess, by: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  child.kill(by);
  await once(child, 'exit');
}
async function measured(test: TestContext, work: () => Promise<unknown>): Promise<void> {
  const begunMs = performance.now();
  await work();
  test.diagnostic(`${Math.round(performance.now() - begunMs)} ms after the kill`);
}
function storeOf({ eventstoreUrl }: TestStack) {
  const client = createEventStoreClient(eventstoreUrl);
  return { store: createEventStoreDb(client), close: () => client.dispose() };
}
/** Sends a command alone, as if its sender had died right after. */
function commandsOn(store: EventStore) {
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock: () => new Date(), logger: silentLogger });
  return (command: LedgerCommand) => {
    const commandId = randomUUID();
    const actor = { kind: 'customer', id: 'test' } as const;
    return routeCommand(handler, command, { commandId, correlationId: commandId, actor });
  };
}

describe('of two of a part, when one is killed', async () => {
  const stack = await startTestStack();
  const { store, close } = storeOf(stack);
  const pool = createPgPool(stack.databaseUrl, {
    maxConnections: 4,
    applicationName: 'test',
    onIdleError: assert.ifError,
  });
  after(async () => {
    await pool.end();
    await close();
    await stack.stop();
  });
  const dataKey = randomBytes(32);
  const ready = async (part: string, env?: NodeJS.ProcessEnv) => {
    const child = start(part, stack, { DATA_ENCRYPTION_KEYS: `1:${dataKey.toString('base64')}`, ...env });
    await once(child, 'message');
    return child;
  };

  it('the other one fills the read models', async (test) => {
    assert.ok(LOCK_RETRY_MS <= TAKES_OVER_WITHIN_MS);
    const database = await createDatabasePool(stack.databaseUrl, { maxConnections: 2 });
    const log = wholeStory();
    const half = Math.floor(log.events.length / 2);
    const [working, waiting] = [await ready('projections'), await ready('projections')];
    assert.equal(await waitForPosition(database, await log.appendTo(store, 0, half), PATIENCE_MS), true);
    await kill(working);
    const appending = log.appendTo(store, half);
    await measured(test, async () => assert.equal(await waitForPosition(database, await appending, PATIENCE_MS), true));
    await database.end();
    await kill(waiting, 'SIGTERM');
    assert.equal(waiting.exitCode, 0);
  });

  it('read models that another version has taken over are left to it by a process that stays until it is stopped', async () => {
    const earlier = await ready('projections', { LOG_LEVEL: 'error' });
    let said = '';
    earlier.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    await pool.query("update read.checkpoint set fingerprint = 'of another version'");
    const send = commandsOn(store);
    await send({ type: 'OpenWallet', walletId: randomUUID(), customerId: randomUUID(), currency: 'USD' });
    await eventually(() => assert.match(said, /Another version of this program has taken over/));
    await pool.query("update read.checkpoint set release = '1000.0.0'");
    const late = await ready('projections');
    await pool.query('update read.checkpoint set release = null');
    const successor = await ready('projections');
    assert.deepEqual([earlier.exitCode, late.exitCode], [null, null]);
    for (const child of [earlier, late, successor]) await kill(child, 'SIGTERM');
    assert.deepEqual([earlier.exitCode, late.exitCode, successor.exitCode], [0, 0, 0]);
  });

  it('the other one takes the next steps, and while both work each step is taken once', async (test) => {
    const send = commandsOn(store);
    const [walletId, customerId] = [randomUUID(), randomUUID()];
    const amount = money(1_000n, 'USD');
    const deposit = async () => {
      const depositId = randomUUID();
      await send({ type: 'RequestDeposit', depositId, number: 'DEP', customerId, walletId, amount, note: null });
      await send(approvalOf(depositId, amount));
    };
    const isCredited = (times: number) =>
      eventually(async () => {
        const types: string[] = [];
        for await (const event of store.readStream(`wallet-${walletId}`)) types.push(event.type);
        assert.deepEqual(types, ['WalletOpened', ...Array.from({ length: times }, () => 'WalletCredited')]);
      });

    const [first, second] = await Promise.all([ready('processes'), ready('processes')]);
    await send({ type: 'OpenWallet', walletId, customerId, currency: 'USD' });
    await deposit();
    await isCredited(1);
    await kill(first);
    await deposit();
    await measured(test, () => isCredited(2));
    await kill(second, 'SIGTERM');
    assert.equal(second.exitCode, 0);
  });

  it('the other one does its jobs at once, and repeats the one that the dead one had', async (test) => {
    assert.ok(TAKEN_OVER_WITHIN_MS < TAKES_OVER_WITHIN_MS);
    const received: string[] = [];
    // Who sends a mail here waits for an answer that never comes.
    const silent = createServer().listen(0, '127.0.0.1');
    const mailServer = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => {
          received.push('a mail');
          done();
        });
      },
    });
    mailServer.listen(0, '127.0.0.1');
    await once(mailServer.server, 'listening');
    after(() => {
      silent.close();
      mailServer.close();
    });
    const smtp = (server: { address(): AddressInfo | string | null }) => ({
      SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    const jobs = createJobs({
      databaseUrl: stack.databaseUrl,
      logger: createLogger({ part: 'test', level: 'silent' }),
    });
    after(() => jobs.close());
    const mail = (id: string) =>
      addSealed(jobs, { pool, keys: { current: { id: 1, key: dataKey }, retired: [] } }, SEND_MAIL, {
        id,
        to: 'anna@customer.example',
        subject: 'Hello',
        text: 'Hello',
        html: '<p>Hello</p>',
      });

    const dying = await ready('jobs', smtp(silent));
    const sending = once(silent, 'connection');
    await mail('held');
    await sending;
    const other = await ready('jobs', smtp(mailServer.server));
    await kill(dying);
    await mail('new');
    await measured(test, () => eventually(() => assert.ok(received.length >= 1)));
    await measured(test, () => eventually(() => assert.equal(received.length, 2)));
    await eventually(async () => assert.equal((await jobs.counts([SEND_MAIL]))[0]?.completed, 2));
    await kill(other, 'SIGTERM');
    assert.equal(other.exitCode, 0);
  });
});

describe('of two notaries, when one is killed', async () => {
  const stack = await startTestStack();
  const { store, close } = storeOf(stack);
  after(async () => {
    await close();
    await stack.stop();
  });

  it('the other one signs the log', async (test) => {
    const notary = { NOTARY_KEYS: randomBytes(32).toString('base64') };
    await commandsOn(store)({ type: 'OpenWallet', walletId: randomUUID(), customerId: randomUUID(), currency: 'USD' });
    const book = new pg.Client({ connectionString: stack.databaseUrl });
    const look = new pg.Client({ connectionString: stack.databaseUrl });
    await Promise.all([book.connect(), look.connect()]);
    const waitsFor = (kind: string) =>
      eventually(async () => {
        const { rowCount } = await look.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'giftledger-notary'
            and wait_event_type = 'Lock' and wait_event = $1`,
          [kind],
        );
        assert.equal(rowCount, 1);
      });
    // The first one has its turn, and does not get on.
    await book.query('begin');
    await book.query('lock table notary.checkpoint in access exclusive mode');
    const first = start('notary', stack, notary);
    await waitsFor('relation');
    const second = start('notary', stack, notary);
    const signed = once(second, 'exit');
    await waitsFor('advisory');
    await kill(first);
    await book.query('rollback');
    await measured(test, async () => {
      // A server that is busy may fail a run. Who supervises the notary starts another then.
      let [code] = await signed;
      while (code === NOTARY_EXIT.failed) [code] = await once(start('notary', stack, notary), 'exit');
      assert.equal(code, NOTARY_EXIT.signed);
    });
    assert.equal((await book.query('select from notary.checkpoint')).rowCount, 1);
    await Promise.all([book.end(), look.end()]);
  });
});

describe('parts that start before the stores', async () => {
  const stack = await startTestStack();
  const dir = await mkdtemp(path.join(tmpdir(), 'early-'));
  const [port, eventStorePort] = [await freePort(), await freePort()];
  after(async () => {
    await stack.stop();
    await rm(dir, { recursive: true });
  });

  it('say what they wait for, and work when it is there', async () => {
    const [, sockets = '', database = ''] = /@([^:]+):5432\/(.*)$/.exec(stack.databaseUrl) ?? [];
    const early = {
      databaseUrl: `postgresql://giftledger@${encodeURIComponent(path.join(dir, 'pg'))}:5432/${database}`,
      eventstoreUrl: stack.eventstoreUrl.replace(/:\d+(?=[/?])/, `:${eventStorePort}`),
    };
    const logs = new Map<string, string>();
    const parts = ['web', 'jobs', 'processes', 'projections'].map((part) => {
      const child = start(part, early, { LOG_LEVEL: 'info', PORT: String(port) });
      child.stdout?.on('data', (text) => logs.set(part, `${logs.get(part) ?? ''}${text}`));
      child.on('exit', () => logs.set(part, `${logs.get(part)} ENDED`));
      return child;
    });
    const says = (part: string, what: RegExp) => eventually(() => assert.match(logs.get(part) ?? '', what));
    for (const part of ['web', 'jobs', 'processes']) await says(part, /waiting for Postgres/);
    await says('projections', /interrupted/);

    await symlink(decodeURIComponent(sockets), path.join(dir, 'pg'));
    const readiness = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`);
      return [answer.status, ReadinessAnswer.parse(await answer.json()).checks.event_store?.ok];
    };
    await eventually(async () => assert.deepEqual(await readiness(), [503, false]));
    const node = new URL(stack.eventstoreUrl);
    const door = createServer((socket) => {
      const behind = connect(Number(node.port), node.hostname);
      socket.pipe(behind).pipe(socket);
      for (const end of [socket, behind]) end.on('error', () => undefined);
    }).listen(eventStorePort, '127.0.0.1');
    after(() => door.close());
    await eventually(async () => assert.deepEqual(await readiness(), [200, true]));
    await says('jobs', /jobs are worked on/);
    for (const [index, child] of parts.entries())
      await kill(child, 'SIGTERM').then(() => assert.equal(child.exitCode, 0, String(index)));
  });
});
