import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TestApp } from '#infra/proof/api/test-app.ts';
import { startTestBucket } from '#infra/proof/testing/bucket-server.ts';
import { parseKeep, prune } from './make/prune.ts';
import { checkSet } from './store/check-backup.ts';
import { listSets, readSet } from './store/manifest.ts';
import { openDestination } from './store/open-destination.ts';
import * as drill from './testing/drill.ts';
import { openShop, type Shop } from './testing/shop.ts';

after(drill.stopAll);

/** What is damaged or missing in the newest set. */
const problemsOf = async (folder: string): Promise<readonly string[]> => {
  const from = await openDestination(folder);
  const name = (await listSets(from)).at(-1) ?? assert.fail('no set');
  return checkSet(from, await readSet(from, name, drill.SECRETS.eventMacs));
};

/** When each object was written. */
const writtenAt = async (folder: string) =>
  new Map(
    await Promise.all(
      (await drill.filesIn(folder)).map(async (name) => [name, (await stat(path.join(folder, name))).mtimeMs] as const),
    ),
  );

describe('a backup of a store that is open', () => {
  let store: TestApp;
  let shop: Shop;
  let folder: string;

  before(async () => {
    store = await drill.startStore();
    shop = await openShop(store);
    folder = await drill.newFolder();
    await drill.backUp(store, folder);
  });

  it('has nothing that can be read without the key', async () => {
    const sealed = (await drill.filesIn(folder)).filter((name) => name.endsWith('.age'));
    assert.ok(sealed.length > 3);
    for (const name of sealed) {
      assert.ok(
        (await readFile(path.join(folder, name))).toString('latin1').startsWith('age-encryption.org/v1\n'),
        name,
      );
    }
    assert.deepEqual(await problemsOf(folder), []);
  });

  it('adds what is new after a purchase, and writes nothing twice', async () => {
    const before = await writtenAt(folder);
    await shop.purchase('second');
    const { newEvents, files } = await drill.backUp(store, folder);
    assert.ok(newEvents > 0 && files === 1);
    const after = await writtenAt(folder);
    for (const [name, ms] of before) assert.equal(after.get(name), ms, `${name} was written again`);
    const added = [...after.keys()].filter((name) => !before.has(name) && !name.startsWith('tables/'));
    assert.equal(added.length, 3, `a segment, its record and a set: ${added}`);
    assert.deepEqual(await problemsOf(folder), []);
  });

  it('goes on after it was killed at any of its writes', async () => {
    const other = await drill.newFolder();
    for (const writes of [0, 1, 2, 3, 10]) {
      await assert.rejects(drill.backUp(store, await drill.dyingAt(other, writes)), /killed/);
      assert.deepEqual(await listSets(await openDestination(other)), [], 'a set that is not whole');
    }
    await drill.backUp(store, other);
    assert.deepEqual(await problemsOf(other), []);
  });

  it('goes into a bucket and comes back from there; --every goes on after a failure, until it is stopped', async () => {
    const bucket = await startTestBucket();
    after(bucket.stop);
    const place = bucket.addressOf('backup');
    /** Is told to stop when it says this. */
    const runUntil = async (said: string, of: drill.Place) => {
      const { child, lines } = drill.startProgram('backup.ts', of, ['--every', '1'], { BACKUP_TO: place });
      let isSaid = false;
      for await (const line of lines) {
        if (!line.startsWith(said)) continue;
        isSaid = true;
        child.kill('SIGTERM');
      }
      assert.deepEqual([isSaid, child.exitCode], [true, 0]);
    };
    await runUntil('✓ sets/', store);
    await runUntil('✗ No set was made: The log', await drill.emptyStores());
    const from = await openDestination(place);
    assert.equal((await listSets(from)).length, 1);
    const { problems } = await drill.bringBack(from, await drill.emptyStores(), { hasReadModels: false });
    assert.deepEqual(problems, []);
  });

  it('is refused for another log than its own', async () => {
    const other = await drill.emptyStores();
    await assert.rejects(drill.backUp(other, folder), /does not have the last event of this backup/);
  });

  it('keeps what the rule wants, and what that needs', async () => {
    await shop.purchase('third');
    const last = await drill.backUp(store, folder);
    const at = await openDestination(folder);
    const before = (await at.list('log')).length;
    const pruned = await prune(at, parseKeep('1d,1w,1m'), drill.SECRETS.eventMacs);
    assert.deepEqual([pruned.sets, pruned.left], [2, 1]);
    assert.deepEqual(await listSets(at), [last.set]);
    assert.equal((await at.list('log')).length, before, 'the log is never cut');
    assert.deepEqual(await problemsOf(folder), []);
    const rest = await at.list('tables');
    assert.ok(
      rest.every((name) => name.startsWith(`tables/${last.time.replaceAll(':', '-')}/`)),
      String(rest),
    );
  });

  it('that is made during purchases is brought back without a contradiction', async () => {
    const busy = await drill.newFolder();
    let isDone = false;
    const buying = (async () => {
      let bought = 0;
      for (; !isDone && bought < 20; bought += 1) await shop.purchase(`busy-${bought}`);
      return bought;
    })();
    for (let round = 0; round < 3; round += 1) await drill.backUp(store, busy);
    isDone = true;
    assert.ok((await buying) > 0);
    const { problems, accounted } = await drill.bringBack(busy, await drill.emptyStores(), { hasReadModels: false });
    assert.deepEqual(problems, []);
    assert.ok(accounted.answers >= 3);
  });
});
