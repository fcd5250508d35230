import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, it } from 'node:test';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { checkDataDir, deletionMark } from '#infra/local/data-dir.ts';
import { lockStack } from '#infra/local/runtime.ts';

const parent = await mkdtemp(path.join(tmpdir(), 'giftledger-delete-'));
after(() => rm(parent, { recursive: true, force: true }));
const dataDir = path.join(parent, 'data');

/** They are deleted after the database, and take a while. */
const MANY_FILES = 30_000;

/** A program on the data folder of this test; what it said, and how it ended. `meanwhile` may kill it: then it ends with null. */
async function run(
  program: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  meanwhile: (kill: () => void) => Promise<void> = async () => undefined,
) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: parent,
      GIFTLEDGER_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    meanwhile(() => child.kill('SIGKILL')),
  ]);
  return { code: await ended, said: said + complained };
}
const remove = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => run('delete-demonstration.ts', args, env);

it('a demonstration is deleted as a whole by its name, and completed after a kill in the middle', async () => {
  assert.match((await remove()).said, /There is no store in .*Nothing was deleted/);
  assert.ok(!existsSync(path.join(dataDir, 'postgres')), 'a look makes no store');
  assert.equal((await run('seed.ts', ['--customers', '3', '--orders', '5'])).code, 0);

  const looked = await remove();
  assert.equal(looked.code, 0, looked.said);
  assert.match(
    looked.said,
    /^Giftledger, in .*\n {2}in all +customers 3.*\n {2}tried by people customers 0.*\n {2}deletes +postgres/,
  );
  assert.match(looked.said, /Nothing was deleted/);
  for (const [args, env, said] of [
    [['--yes', 'giftledger'], {}, /“giftledger” is not the name of this store, Giftledger/],
    [['--delete'], {}, /Nobody can type here/],
    [['--yes', 'Giftledger'], { PUBLIC_URL: 'https://shop.ink.co.uk' }, /people use this store from other machines/],
    [['--yes', 'Giftledger'], { GIFTLEDGER_EVENTSTORE_URL: 'esdb://db:2113' }, /cannot be removed as a whole/],
  ] as const) {
    const refused = await remove(args, env);
    assert.equal(refused.code, 1, refused.said);
    assert.match(refused.said, said);
    assert.match(refused.said, /[Nn]othing was deleted/);
  }
  const release = await lockStack(dataDir, 0);
  assert.match((await remove(['--yes', 'Giftledger'])).said, /process \d+/, 'it runs');
  await release();
  assert.ok(existsSync(path.join(dataDir, 'postgres/data')));

  await writeFile(path.join(dataDir, 'notes.txt'), 'Mine');
  const many = path.join(dataDir, 'files/many');
  await mkdir(many, { recursive: true });
  for (let at = 0; at < MANY_FILES; at += 1) writeFileSync(path.join(many, String(at)), '');
  const killed = await run('delete-demonstration.ts', ['--yes', 'Giftledger'], {}, (kill) =>
    eventually(async () => {
      assert.deepEqual([existsSync(deletionMark(dataDir)), existsSync(path.join(dataDir, 'postgres'))], [true, false]);
      kill();
    }),
  );
  assert.equal(killed.code, null, killed.said);
  assert.match(killed.said, /leaves +notes\.txt/);
  const left = await readdir(dataDir);
  for (const name of [path.basename(deletionMark(dataDir)), 'files', 'secrets.json', 'notes.txt'])
    assert.ok(left.includes(name), `${name} of ${left.join()}`);
  await assert.rejects(checkDataDir(dataDir), /was being deleted.*delete-demonstration/s);
  assert.match((await run('seed.ts')).said, /was being deleted/, 'no tool starts on what is left');
  assert.match((await remove()).said, /broken off is complete/);
  assert.deepEqual(await readdir(dataDir), ['notes.txt']);
  await checkDataDir(dataDir);
});
