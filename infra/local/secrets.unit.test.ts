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

  it('of a store that is older than the MACs of events, or than accounts, get those keys and keep the others', async () => {
    const file = path.join(dir, 'secrets.json');
    const { eventMacKeys, accountsKey, ...older } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(older));
    const upgraded = await loadLocalSecrets(dir);
    const { eventMacKeys: newKeys, accountsKey: newAccounts, eventMacSince, ...kept } = upgraded;
    assert.deepEqual(kept, older);
    assert.ok(newAccounts !== accountsKey);
    assert.ok(newKeys !== eventMacKeys && eventMacSince && Date.parse(eventMacSince) <= Date.now());
    assert.deepEqual(await loadLocalSecrets(dir), upgraded, 'once');
    const { accountsKey: _, ...withMacs } = upgraded;
    await writeFile(file, JSON.stringify(withMacs));
    const { accountsKey: made, ...rest } = await loadLocalSecrets(dir);
    assert.deepEqual([rest, made.length], [withMacs, 44], 'its events go on being proven from the same moment');

    await writeFile(file, JSON.stringify({ ...older, jwtSecret: 'short' }));
    await assert.rejects(loadLocalSecrets(dir), /secrets\.json is damaged \(jwtSecret/);
    await writeFile(file, JSON.stringify({ ...upgraded, dataEncryptionKeys: '1:short' }));
    await assert.rejects(loadLocalSecrets(dir), /secrets\.json is damaged \(dataEncryptionKeys/);
  });

  it('of an earlier version, with a value for each number of a key, are written as the keys that they are', async () => {
    const file = path.join(dir, 'secrets.json');
    const [one, two, mac, notary] = [1, 2, 3, 4].map((fill) => Buffer.alloc(32, fill).toString('base64'));
    const others = {
      databasePassword: 'p'.repeat(24),
      jwtSecret: 'j'.repeat(48),
      adminJwtSecret: 'a'.repeat(48),
      eventMacSince: '2026-11-22T12:00:00.000Z',
      accountsKey: one,
    };
    const earlier = {
      dataEncryptionKey: two,
      dataEncryptionKeyId: 2,
      dataEncryptionRetiredKeys: `1:${one}`,
      eventMacKey: mac,
      notaryKey: notary,
    };
    await writeFile(file, JSON.stringify({ ...others, ...earlier }));
    const now = { ...others, dataEncryptionKeys: `2:${two},1:${one}`, eventMacKeys: `1:${mac}`, notaryKeys: notary };
    assert.deepEqual(await loadLocalSecrets(dir), now);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), now);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await keepDataKeys(dir, `3:${mac},2:${two}`);
    assert.deepEqual(await loadLocalSecrets(dir), { ...now, dataEncryptionKeys: `3:${mac},2:${two}` });
  });
});
