import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import { createFileStore } from '#infra/adapters/files/file-store.ts';
import { openFiles, placeOf } from '#infra/adapters/files/open-files.ts';
import { startTestBucket } from '#infra/proof/testing/bucket-server.ts';
import { createMemoryKeys } from '#infra/proof/testing/customer-keys.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { moveFiles } from './move-files.ts';

describe('moving the files of a store from a folder to a bucket', async () => {
  const bucket = await startTestBucket();
  const folder = await mkdtemp(path.join(tmpdir(), 'files-'));
  after(async () => {
    await bucket.stop();
    await rm(folder, { recursive: true });
  });
  const keys = createMemoryKeys();
  const owner = randomUUID();
  const before = await createFileStore({ dir: folder, keys });
  const papers = [1_000, 2_000, 3_000, 4_000].map((bytes) => pdfOf(Buffer.alloc(bytes, 'x')));
  const save = (paper: Buffer) =>
    before.save(Readable.from([paper]), { maxBytes: 10_000, allowedTypes: ['application/pdf'], owner });
  const saved = await Promise.all(papers.map(save));
  const [from, to] = [await openFiles(folder, assert.fail), await openFiles(bucket.addressOf('shop'), assert.fail)];
  const move = (signal = new AbortController().signal, onFile = (_done: number) => {}) =>
    moveFiles(from, to, { signal, onFile });

  it('is refused where files of another store are, and where one lies changed', async () => {
    for (const [id, why] of [
      [randomUUID(), /which \S+ does not have: it is of another store/],
      [saved[0]?.id ?? '', /is not the file of/],
    ] as const) {
      await to.put(placeOf(id), Buffer.from('another'));
      await assert.rejects(move(), why);
      await to.remove(placeOf(id));
    }
  });

  it('goes on after it was stopped, and then each file opens there, and no store starts on the folder', async () => {
    const stop = new AbortController();
    await assert.rejects(
      move(stop.signal, (done) => void (done === 2 && stop.abort(new Error('stopped')))),
      /stopped/,
    );
    assert.ok(await createFileStore({ dir: folder, keys }), 'nothing is marked yet');
    const left = 4 - bucket.objects.size;
    assert.ok(left > 0 && left < 4);
    const moved = await move();
    assert.deepEqual([moved.files, moved.copied], [4, left]);
    assert.deepEqual([(await move()).copied, bucket.objects.size], [0, 4]);
    const after = await createFileStore({ dir: bucket.addressOf('shop'), keys });
    for (const [at, { id }] of saved.entries())
      assert.deepEqual(await buffer((await after.open(id, owner)).stream), papers[at]);
    await assert.rejects(
      createFileStore({ dir: folder, keys }),
      (error: Error) =>
        error instanceof ConfigError && /were moved to s3:\/\/vault\/shop: set FILES_DIR/.test(error.message),
    );
  });
});
