import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { loadLocalSecrets } from './secrets.ts';

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
    const { eventMacKey, accountsKey, ...older } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(older));
    const upgraded = await loadLocalSecrets(dir);
    const { eventMacKey: newKey, accountsKey: newAccounts, eventMacSince, ...kept } = upgraded;
    assert.deepEqual(kept, older);
    assert.ok(newAccounts !== accountsKey);
    assert.ok(newKey !== eventMacKey && eventMacSince && Date.parse(eventMacSince) <= Date.now());
    assert.deepEqual(await loadLocalSecrets(dir), upgraded, 'once');
    const { accountsKey: _, ...withMacs } = upgraded;
    await writeFile(file, JSON.stringify(withMacs));
    const { accountsKey: made, ...rest } = await loadLocalSecrets(dir);
    assert.deepEqual([rest, made.length], [withMacs, 44], 'its events go on being proven from the same moment');

    await writeFile(file, JSON.stringify({ ...older, jwtSecret: 'short' }));
    await assert.rejects(loadLocalSecrets(dir), /secrets\.json is damaged \(jwtSecret/);
  });
});
