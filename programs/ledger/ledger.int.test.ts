import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import { createLedger } from '#core/processes/create-ledger.ts';
import { createInMemoryStock } from '#core/testing/in-memory-stock.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { startTestStack, type TestStack } from '#infra/proof/testing/stack.ts';

const run = promisify(execFile);
const walletId = randomUUID();
let stack: TestStack;

before(async () => {
  stack = await startTestStack();
  const client = createEventStoreClient(stack.eventstoreUrl);
  const ledger = createLedger({
    store: createEventStoreDb(client),
    stock: createInMemoryStock(),
    clock: () => new Date(),
    logger: silentLogger,
  });
  const customerId = randomUUID();
  const depositId = randomUUID();
  const send = (command: Parameters<typeof ledger.execute>[0]) => {
    const commandId = randomUUID();
    return ledger.execute(command, { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' } });
  };
  const amount = money(123_456n, 'EUR');
  await send({ type: 'OpenWallet', walletId, customerId, currency: 'EUR' });
  await send({ type: 'RequestDeposit', depositId, number: 'DEP-7', customerId, walletId, amount, note: null });
  await send(approvalOf(depositId, amount));
  await client.dispose();
});
after(() => stack.stop());

const ledger = (...argv: string[]) =>
  run(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...argv], {
    env: {
      ...process.env,
      DATABASE_URL: stack.databaseUrl,
      EVENTSTORE_URL: stack.eventstoreUrl,
      NOTARY_KEYS: Buffer.alloc(32, 5).toString('base64'),
    },
  });

it('the command line reads the real event store', async () => {
  const balance = await ledger('balance', walletId, '--explain');
  assert.match(balance.stdout, /Available\s+€1,234\.56/);
  assert.match(balance.stdout, /Credited .* DEP-7/);
  const trial = await ledger('trial-balance');
  assert.match(trial.stdout, /Total EUR\s+EUR\s+1234\.56\s+1234\.56/);
  const history = await ledger('history', '--wallet', walletId, '--json');
  assert.deepEqual(
    history.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type),
    ['WalletOpened', 'DepositRequested', 'DepositApproved', 'WalletCredited'],
  );
  const check = await ledger('check', '--grace', '1');
  assert.match(check.stdout, /1 wallets agree with the books/);
  assert.match(check.stdout, /every shelf says what a count of its codes says/);
});

it('a copy of another store’s log needs a Postgres of its own: servers and keys of this machine are left alone', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'elsewhere-'));
  try {
    const { EVENTSTORE_URL: _url, DATABASE_URL: _database, ...env } = process.env;
    const argv = ['replay', '--until', '2026-10-31', '--into', 'october', '--eventstore', stack.eventstoreUrl];
    const main = path.join(import.meta.dirname, 'main.ts');
    await assert.rejects(
      run(process.execPath, [main, ...argv], { env: { ...env, GIFTLEDGER_DATA_DIR: dataDir } }),
      (error: { code?: unknown; stderr?: string }) => error.code === 3 && /set DATABASE_URL/.test(error.stderr ?? ''),
    );
    assert.deepEqual(await readdir(dataDir), []);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

it('the head that the notary signed is kept, and the log is compared with it', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'heads-'));
  try {
    const signed = await ledger('checkpoint');
    assert.match(signed.stdout, /^localhost:3000\/tlog\n4\n/);
    const key = /Verifier key: (\S+)/.exec(signed.stderr)?.[1] ?? '';
    const head = path.join(dir, 'today.checkpoint');
    await writeFile(head, signed.stdout);
    const verified = await ledger('verify', '--against', head, '--key', key);
    assert.match(verified.stdout, /today\.checkpoint follows from the first 4 of them/);
    assert.match((await ledger('checkpoint')).stderr, /Nothing was written since/);
    const proof = path.join(dir, 'statement.proof.json');
    const shown = await ledger('statement', walletId, '--proof', proof);
    assert.match(shown.stdout, /Closing balance .*€1,234\.56/);
    assert.match(shown.stderr, /proves it by the head over 4 events\..* ledger check-proof \S+ --key KEY/);
    const checked = await ledger('check-proof', proof, '--key', key);
    assert.match(checked.stdout, /DEP-7 .* 1234\.56/);
    const client = new pg.Client({ connectionString: stack.databaseUrl });
    await client.connect();
    await client.query("update notary.leaf set entry = sha256('other') where index = 2");
    await client.end();
    await assert.rejects(ledger('checkpoint'), (error: { code: number; stderr: string }) => {
      assert.match(error.stderr, /was not signed\. Place 2 of the log \(DepositApproved of deposit-/);
      return error.code === 1;
    });
  } finally {
    await rm(dir, { recursive: true });
  }
});

it('its exit codes tell what happened', async () => {
  const code = async (...argv: string[]) =>
    ledger(...argv).then(
      () => 0,
      (error: { code: number; stderr: string }) => {
        assert.notEqual(error.stderr.trim(), '');
        assert.doesNotMatch(error.stderr, /\n\s+at |secret/);
        return error.code;
      },
    );
  assert.equal(await code('verify'), 0);
  assert.equal(await code('balance', randomUUID()), 1);
  assert.equal(await code('balance'), 2);
  const log = path.join(tmpdir(), `log-${randomUUID()}.jsonl`);
  await ledger('export', '--format', 'jsonl', '--out', log);
  assert.equal(await code('import', log, '--to', 'esdb://ops:secret@localhost:1?tls=false'), 3);
  await rm(log);
});

const bin = path.join(import.meta.dirname, 'ledger');

it('runs from any directory, by a link, on an address of its own, and says where a login of before stands now', async () => {
  const link = path.join(tmpdir(), `ledger-${randomUUID()}`);
  await symlink(bin, link);
  const { EVENTSTORE_URL: _, DATABASE_URL: __, ...env } = process.env;
  const asked = (address: string, more = {}) =>
    run(link, ['check', '--grace', '1', '--eventstore', address], { cwd: tmpdir(), env: { ...env, ...more } });
  const { stdout } = await asked(stack.eventstoreUrl);
  assert.match(stdout, /1 wallets agree with the books/);
  assert.match(stdout, /the shelves were not looked at: Postgres does not answer here/);
  const login = { EVENTSTORE_USER: 'finance', EVENTSTORE_PASSWORD: 'hunter2' };
  await assert.rejects(asked(stack.eventstoreUrl, login), (error: { code: number; stderr: string }) => {
    assert.match(error.stderr, /EVENTSTORE_PASSWORD +is not read any more: write the login into EVENTSTORE_URL/);
    assert.doesNotMatch(error.stderr, /hunter2|\n\s+at /);
    return error.code === 2;
  });
  await assert.rejects(asked('esdb://127.0.0.1:1?tls=false'), (error: { code: number; stderr: string }) => {
    assert.match(error.stderr, /The event store cannot be reached/);
    return error.code === 3;
  });
});

it('says which commands need Postgres', async () => {
  const env = { ...process.env, EVENTSTORE_URL: stack.eventstoreUrl, DATABASE_URL: '' };
  await assert.rejects(run(bin, ['keys', 'status'], { env }), (error: { code: number; stderr: string }) => {
    assert.match(error.stderr, /needs Postgres beside the event store: set DATABASE_URL/);
    return error.code === 3;
  });
});

it('ends quietly when nobody reads on, and with 130 on Ctrl-C', async () => {
  const env = { ...process.env, EVENTSTORE_URL: stack.eventstoreUrl };
  const piped = await run('bash', ['-c', `set -o pipefail; '${bin}' history --json | true`], { env });
  assert.equal(piped.stderr.replace('4 events\n', ''), '');

  const followed = spawn(bin, ['history', '--follow', '--from', '2001-01-01', '--json'], { env });
  await once(followed.stdout, 'data');
  followed.kill('SIGINT');
  assert.deepEqual(await once(followed, 'exit'), [130, null]);
});
