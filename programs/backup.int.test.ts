import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import {
  emptyStores,
  newFolder,
  type Place,
  rowsOf,
  SECRETS,
  signHead,
  startStore,
  stopAll,
} from '#infra/backup/testing/drill.ts';
import { openShop } from '#infra/backup/testing/shop.ts';
import { loadLocalSecrets } from '#infra/local/secrets.ts';

after(stopAll);

const NOTED = 'select problem, set_events::text as events, set_bytes::text as bytes from app.backup_run';
const text = (key: Uint8Array): string => Buffer.from(key).toString('base64');
const EVENT_MAC_KEYS = `${SECRETS.eventMacs.current.id}:${text(SECRETS.eventMacs.current.key)}`;

/** Runs a program as in a container: with servers and secrets in its environment. */
const run = (place: Place, program: string, ...args: readonly string[]) =>
  runWith(
    {
      DATABASE_URL: place.databaseUrl,
      EVENTSTORE_URL: place.eventstoreUrl,
      FILES_DIR: place.filesDir,
      DATA_ENCRYPTION_KEYS: `${SECRETS.dataKeys.current.id}:${text(SECRETS.dataKeys.current.key)}`,
      EVENT_MAC_KEYS,
    },
    program,
    ...args,
  );

async function runWith(env: NodeJS.ProcessEnv, program: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
  const [code] = await once(child, 'exit');
  return { code, printed };
}

describe('the commands of an operator', () => {
  it('make a key, a backup, a check of it, and a certified store', async () => {
    const store = await startStore();
    await openShop(store);
    const head = await signHead(store);
    const [folder, keys] = [await newFolder(), await newFolder()];
    const [key, headFile] = [path.join(keys, 'key.txt'), path.join(keys, 'head.checkpoint')];
    await writeFile(headFile, head.note);

    const made = await run(store, 'backup.ts', '--new-key', key);
    const recipient = /^age1\S+/.exec(made.printed)?.[0] ?? assert.fail(made.printed);
    assert.match(
      (await run(store, 'backup.ts', '--new-key', key)).printed,
      /cannot be written \(EEXIST\). Nothing was made/,
    );

    const to = ['--to', folder, '--recipient', recipient, '--keep', '2d'];
    const backedUp = await run(store, 'backup.ts', ...to);
    assert.equal(backedUp.code, 0, backedUp.printed);
    assert.match(backedUp.printed, /✓ sets\/\S+: \d+ events \(\d+ new\), \d+ rows, 1 files/);
    // What the store knows of it: that it was made, and then that the next run made none.
    const noted = () => rowsOf<{ problem: string | null; events: string; bytes: string }>(store, NOTED);
    const [first] = await noted();
    assert.ok(Number(first?.bytes) > 1_000, first?.bytes);
    assert.equal(first?.problem, null);
    const place = await emptyStores();
    const foreign = await run({ ...place, databaseUrl: store.databaseUrl }, 'backup.ts', ...to);
    assert.equal(foreign.code, 1, foreign.printed);
    const [second] = await noted();
    assert.match(second?.problem ?? '', /does not have the last event of this backup/);
    assert.equal(second?.events, first?.events, 'the newest set is still there');
    const checked = await run(store, 'backup.ts', '--to', folder, '--check');
    assert.match(checked.printed, /every object is as it was written/);
    // As the runbook has it after a loss: nothing is there but the store's own secrets.
    const GIFTLEDGER_DATA_DIR = await newFolder();
    const secrets = { ...(await loadLocalSecrets(GIFTLEDGER_DATA_DIR)), eventMacKeys: EVENT_MAC_KEYS };
    await writeFile(path.join(GIFTLEDGER_DATA_DIR, 'secrets.json'), JSON.stringify(secrets));
    const alone = await runWith({ GIFTLEDGER_DATA_DIR }, 'backup.ts', '--to', folder, '--check');
    assert.match(alone.printed, /every object is as it was written/);
    assert.deepEqual(await readdir(GIFTLEDGER_DATA_DIR), ['secrets.json']);

    const refused = await run(store, 'restore.ts', '--from', folder, '--identity', key);
    assert.equal(refused.code, 1);
    assert.match(refused.printed, /The database is not empty/);
    const with_ = ['--head', headFile, '--key', head.key, '--certificate', keys];
    const restored = await run(place, 'restore.ts', '--from', folder, '--identity', key, ...with_);
    assert.equal(restored.code, 0, restored.printed);
    assert.match(restored.printed, /\*\*Sound\.\*\*/);
    assert.equal(JSON.parse(await readFile(path.join(keys, 'certificate.json'), 'utf8')).heads[0].verdict, 'covered');

    // A damaged backup, and no key: each in words.
    const tables = await readdir(path.join(folder, 'tables'), { recursive: true });
    const account = tables.find((name) => name.includes('app.account.')) ?? assert.fail('the table');
    await rm(path.join(folder, 'tables', account));
    const damaged = await run(store, 'backup.ts', '--to', folder, '--check');
    assert.equal(damaged.code, 1);
    assert.match(damaged.printed, /✗ tables\/\S+app\.account\.0\.age is missing/);
    assert.equal((await run(store, 'restore.ts', '--from', folder)).code, 2);
  });
});
