import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { keepDataKeys, loadLocalSecrets } from './secrets.ts';

describe('the secrets of the embedded stack', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'giftledger-secrets-'));
  after(() => rm(dir, { recursive: true }));

  it('are made once, for their owner only', async () => {
    const made = await loadLocalSecrets(dir);
    assert.deepEqual(await loadLocalSecrets(dir), made);
    assert.equal(made.eventMacSince, undefined, 'every event of a new store carries a MAC');
    assert.equal((await stat(path.join(dir, 'secrets.json'))).mode & 0o777, 0o600);
  });

  it('that are damaged are named, and nothing is changed', async () => {
    const file = path.join(dir, 'secrets.json');
    const made = await loadLocalSecrets(dir);
    for (const damaged of [{ jwtSecret: 'short' }, { dataEncryptionKeys: '1:short' }, { accountsKey: undefined }]) {
      const text = JSON.stringify({ ...made, ...damaged });
      await writeFile(file, text);
      await assert.rejects(loadLocalSecrets(dir), new RegExp(`secrets\\.json is damaged \\(${Object.keys(damaged)}`));
      assert.equal(await readFile(file, 'utf8'), text);
    }
    await writeFile(file, JSON.stringify(made));
  });

  it('of a store that is older than the MACs of events go on proving them from the same moment', async () => {
    const file = path.join(dir, 'secrets.json');
    const older = { ...(await loadLocalSecrets(dir)), eventMacSince: '2026-11-22T12:00:00.000Z' };
    await writeFile(file, JSON.stringify(older));
    assert.deepEqual(await loadLocalSecrets(dir), older);
    const dataEncryptionKeys = `2:${Buffer.alloc(32, 2).toString('base64')},${older.dataEncryptionKeys}`;
    await keepDataKeys(dir, dataEncryptionKeys);
    assert.deepEqual(await loadLocalSecrets(dir), { ...older, dataEncryptionKeys });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('of a version before 0.2.0 are left to 0.2.0, which writes them anew', async () => {
    const file = path.join(dir, 'secrets.json');
    const { dataEncryptionKeys: _, eventMacKeys: __, ...others } = await loadLocalSecrets(dir);
    const text = JSON.stringify({ ...others, dataEncryptionKey: Buffer.alloc(32, 2).toString('base64') });
    await writeFile(file, text);
    await assert.rejects(loadLocalSecrets(dir), /is of a version before 0\.2\.0.*Start 0\.2\.0 first/);
    assert.equal(await readFile(file, 'utf8'), text);
  });
});
