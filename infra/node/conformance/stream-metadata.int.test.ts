import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { BACKWARDS, END, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { collect, createTestServer, newStream, rejection, revisions, testEvents } from '../testing/test-node.ts';

const node = await createTestServer();
after(() => node.close());

const readRevisions = async (stream: string) => revisions(await collect(node.client.readStream(stream)));

async function streamOf(count: number): Promise<string> {
  const stream = newStream();
  await node.client.appendToStream(stream, testEvents(count));
  return stream;
}

describe('stream metadata', () => {
  it('keeps what the client sets: settings, access lists and keys of its own', async () => {
    const stream = newStream();
    const metadata = {
      maxCount: 12,
      maxAge: 3600,
      truncateBefore: 2,
      cacheControl: 5,
      acl: { readRoles: ['$all'], writeRoles: ['ops'] },
      owner: 'finance',
      nested: { label: 'Łódź' },
    };
    await node.client.setStreamMetadata(stream, metadata);
    assert.deepEqual((await node.client.getStreamMetadata(stream)).metadata, metadata);
  });

  it('of a stream without any is absent', async () => {
    assert.equal((await node.client.getStreamMetadata(newStream())).metadata, undefined);
  });

  it('is replaced as a whole, and only the latest is kept in sight', async () => {
    const stream = newStream();
    await node.client.setStreamMetadata(stream, { maxCount: 3, a: 1 });
    await node.client.setStreamMetadata(stream, { b: 2 });
    assert.deepEqual((await node.client.getStreamMetadata(stream)).metadata, { b: 2 });
    assert.deepEqual(await readRevisions(`$$${stream}`), [1]);
  });

  it('has expected revisions of its own', async () => {
    const stream = newStream();
    await node.client.setStreamMetadata(stream, { a: 1 }, { expectedRevision: 'no_stream' });
    const again = node.client.setStreamMetadata(stream, { a: 2 }, { expectedRevision: 'no_stream' });
    assert.equal((await rejection(again, WrongExpectedVersionError)).actualVersion, 0n);
    await node.client.setStreamMetadata(stream, { a: 2 }, { expectedRevision: 0n });
  });

  it('set on a soft-deleted stream leaves the deleted events out of sight', async () => {
    const stream = await streamOf(3);
    await node.client.deleteStream(stream);
    await node.client.setStreamMetadata(stream, { owner: 'finance' });
    const expected = { owner: 'finance', truncateBefore: 3 };
    // A moment later, because the event that hides them is written after it.
    await eventually(async () => assert.deepEqual((await node.client.getStreamMetadata(stream)).metadata, expected));
    assert.deepEqual(await readRevisions(stream), []);
    await node.client.appendToStream(stream, testEvents(1));
    assert.deepEqual(await readRevisions(stream), [3]);
  });

  for (const [what, wrong] of [
    ['a count', { $maxCount: '1' }],
    ['a fraction', { $maxCount: 1.5 }],
    ['nothing', { $maxCount: null }],
    ['an age', { $maxAge: '3600' }],
    ['an access list', { $acl: { $r: [1] } }],
    ['a yes or no', { $tmp: 1 }],
  ] as const) {
    it(`with a wrong type in ${what} has no effect at all`, async () => {
      const stream = await streamOf(3);
      await node.client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: { ...wrong, $tb: 2 } }));
      assert.deepEqual(await readRevisions(stream), [0, 1, 2]);
    });
  }

  it('with a count that is too small has effect without it', async () => {
    const stream = await streamOf(3);
    await node.client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: { $maxCount: -1, $tb: 2 } }));
    assert.deepEqual(await readRevisions(stream), [2]);
  });

  it('that is not JSON has no effect', async () => {
    const stream = await streamOf(3);
    await node.client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: 'not an object' }));
    assert.deepEqual(await readRevisions(stream), [0, 1, 2]);
  });
});

describe('$maxCount', () => {
  it('shows the newest events only, both ways, as the stream grows', async () => {
    const stream = await streamOf(10);
    await node.client.setStreamMetadata(stream, { maxCount: 3 });
    assert.deepEqual(await readRevisions(stream), [7, 8, 9]);
    await node.client.appendToStream(stream, testEvents(1));
    assert.deepEqual(await readRevisions(stream), [8, 9, 10]);
    const backwards = node.client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
    assert.deepEqual(revisions(await collect(backwards)), [10, 9, 8]);
  });

  it('set in the same moment as an append holds for it', async () => {
    const stream = await streamOf(5);
    await Promise.all([
      node.client.setStreamMetadata(stream, { maxCount: 2 }),
      node.client.appendToStream(stream, testEvents(1)),
    ]);
    assert.deepEqual(await readRevisions(stream), [4, 5]);
  });
});

describe('$tb', () => {
  it('hides what lies before it, and an exact revision still counts from the start', async () => {
    const stream = await streamOf(6);
    await node.client.setStreamMetadata(stream, { truncateBefore: 4 });
    assert.deepEqual(await readRevisions(stream), [4, 5]);
    const from = node.client.readStream(stream, { fromRevision: 1n, maxCount: 1 });
    assert.deepEqual(revisions(await collect(from)), [4]);
    const result = await node.client.appendToStream(stream, testEvents(1), { expectedRevision: 5n });
    assert.equal(result.nextExpectedRevision, 6n);
  });

  it('beyond the last event leaves a stream that is there but empty', async () => {
    const stream = await streamOf(2);
    await node.client.setStreamMetadata(stream, { truncateBefore: 100 });
    assert.deepEqual(await readRevisions(stream), []);
  });
});

/** Long enough to read a new event twice within it, even on a busy machine. */
const MAX_AGE_S = 8;

describe('$maxAge', () => {
  it('hides events that are older, in reads both ways', async () => {
    const stream = await streamOf(2);
    await node.client.setStreamMetadata(stream, { maxAge: MAX_AGE_S });
    await eventually(async () => assert.deepEqual(await readRevisions(stream), []));
    await node.client.setStreamMetadata(stream, { maxAge: 3600 });
    assert.deepEqual(await readRevisions(stream), [0, 1]);
    await node.client.setStreamMetadata(stream, { maxAge: MAX_AGE_S });
    await node.client.appendToStream(stream, testEvents(2));
    assert.deepEqual(await readRevisions(stream), [2, 3]);
    const backwards = node.client.readStream(stream, { direction: BACKWARDS, fromRevision: END });
    assert.deepEqual(revisions(await collect(backwards)), [3, 2]);
  });
});
