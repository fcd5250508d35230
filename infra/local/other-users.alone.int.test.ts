import assert from 'node:assert/strict';
import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { refuseDataOfOthers } from './data-dir.ts';
import { giveTo } from './postgres/unprivileged-user.ts';
import { readRuntime } from './runtime.ts';
import { describeBuildError } from './web-build.ts';

const isRoot = process.geteuid?.() === 0;
/** `nobody`. */
const ANOTHER = { uid: 65_534, gid: 65_534 };

/** Runs `work` as an ordinary user. Where the test does not run as root, it is one already. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  process.seteuid?.(ANOTHER.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('on a machine with several users', () => {
  async function data(test: TestContext): Promise<string> {
    const dir = await mkdtemp(path.join(os.tmpdir(), 'giftledger-users-'));
    test.after(() => rm(dir, { recursive: true }));
    return dir;
  }

  it('root, as with sudo once, leaves the data of somebody else as they are, and says whose they are', async (test) => {
    const dir = await data(test);
    if (isRoot) await chown(dir, ANOTHER.uid, ANOTHER.gid);
    const { uid } = await stat(dir);
    assert.throws(
      () => refuseDataOfOthers(dir, 0),
      /The data in .* belong to .*run this command as .*, without sudo\. Nothing was changed\./,
    );
    assert.equal((await stat(dir)).uid, uid);
    assert.deepEqual(await readdir(dir), []);
    assert.doesNotThrow(() => refuseDataOfOthers(dir, uid), 'its owner may');
  });

  it('a second one who asks the store of another hears whose it is, and no advice that would break it', async (test) => {
    const dir = await data(test);
    await writeFile(path.join(dir, 'runtime.json'), '{}');
    await chmod(path.join(dir, 'runtime.json'), 0o000);
    await asOrdinaryUser(() =>
      assert.rejects(readRuntime(dir), ({ message }: Error) => {
        assert.match(
          message,
          /The store in .* is run by .*: ask as .* set GIFTLEDGER_DATA_DIR to a directory of your own/,
        );
        assert.doesNotMatch(message, /chown/);
        return true;
      }),
    );
  });

  it('the root of a user namespace, which has no other user for Postgres, hears so', async (test) => {
    const dir = await data(test);
    // The kernel refuses every user who may not change the owner of a file in the same way.
    await asOrdinaryUser(() =>
      assert.rejects(
        giveTo(dir, { uid: 1, gid: 1 }),
        /Postgres does not run as root, and root may not give .* to user \d+ here: .*Start as an ordinary user\./,
      ),
    );
  });

  it('a checkout of somebody else without built screens names who has to build them', () => {
    const refused = describeBuildError(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }));
    assert.match(
      String(refused),
      /this user may not write .*dist\..*owns this checkout, has to run npm start or npm run build once/,
    );
    const other = new Error('out of memory');
    assert.equal(describeBuildError(other), other);
  });
});
