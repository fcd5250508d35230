import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  ANY,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { collect, createTestServer, newStream, rejection, revisions, testEvents } from '../testing/test-node.ts';

const RETURN_LIMIT_MS = 10_000;
const node = await createTestServer();
after(() => node.close());

async function streamOf(count: number): Promise<string> {
  const stream = newStream();
  await node.client.appendToStream(stream, testEvents(count));
  return stream;
}

const read = (stream: string) => collect(node.client.readStream(stream));

describe('a soft delete', () => {
  it('makes the stream read as missing, while $all keeps its events', async () => {
    const stream = await streamOf(3);
    const result = await node.client.deleteStream(stream);
    assert.ok(result.position);
    await rejection(read(stream), StreamNotFoundError);
    const all = await collect(node.client.readAll());
    assert.equal(all.filter(({ event }) => event?.streamId === stream).length, 3);
  });

  it('at the right revision succeeds, at a wrong one is refused', async () => {
    const stream = await streamOf(3);
    const error = await rejection(
      node.client.deleteStream(stream, { expectedRevision: 1n }),
      WrongExpectedVersionError,
    );
    assert.equal(error.streamName, stream);
    assert.equal(error.expectedVersion, 1n);
    assert.equal(error.actualVersion, 2n);
    assert.equal((await read(stream)).length, 3);
    await node.client.deleteStream(stream, { expectedRevision: 2n });
    await rejection(read(stream), StreamNotFoundError);
  });

  it('at "no stream" is refused for a stream with events', async () => {
    const stream = await streamOf(1);
    await rejection(node.client.deleteStream(stream, { expectedRevision: NO_STREAM }), WrongExpectedVersionError);
  });

  for (const expectedRevision of [ANY, NO_STREAM] as const) {
    it(`at "${expectedRevision}" is refused for a stream that never was`, async () => {
      await rejection(node.client.deleteStream(newStream(), { expectedRevision }), WrongExpectedVersionError);
    });
  }

  it('at "no stream" succeeds for a stream that has only metadata', async () => {
    const stream = newStream();
    await node.client.setStreamMetadata(stream, { cacheControl: 10 });
    assert.ok(await node.client.deleteStream(stream, { expectedRevision: NO_STREAM }));
  });

  for (const [mode, expectedRevision] of [
    ['any', ANY],
    ['no stream', NO_STREAM],
    ['its last revision', 2n],
  ] as const) {
    it(`is undone by an append at ${mode}: numbers go on, old events stay hidden`, async () => {
      const stream = await streamOf(3);
      await node.client.deleteStream(stream);
      const result = await node.client.appendToStream(stream, testEvents(2), { expectedRevision });
      assert.equal(result.nextExpectedRevision, 4n);
      // EventStoreDB writes the event that restores the stream a moment after the events.
      await eventually(async () => assert.deepEqual(revisions(await read(stream)), [3, 4]), RETURN_LIMIT_MS);
    });
  }

  it('is not undone by an append at "stream exists"', async () => {
    const stream = await streamOf(2);
    await node.client.deleteStream(stream);
    await rejection(
      node.client.appendToStream(stream, testEvents(1), { expectedRevision: STREAM_EXISTS }),
      StreamDeletedError,
    );
  });

  it('and its undoing survive a restart of the node', async () => {
    const [gone, back] = [await streamOf(2), await streamOf(2)];
    await node.client.deleteStream(gone);
    await node.client.deleteStream(back);
    await node.client.appendToStream(back, testEvents(1));
    await node.restart();
    await rejection(read(gone), StreamNotFoundError);
    assert.deepEqual(revisions(await read(back)), [2]);
  });
});

describe('a tombstone', () => {
  it('closes the stream for readers and writers for ever', async () => {
    const stream = await streamOf(2);
    assert.ok((await node.client.tombstoneStream(stream)).position);
    for (const attempt of [
      () => read(stream),
      () => node.client.appendToStream(stream, testEvents(1)),
      () => node.client.appendToStream(stream, testEvents(1), { credentials: { username: 'a', password: 'b' } }),
      () => node.client.appendToStream(stream, testEvents(1), { expectedRevision: NO_STREAM }),
      () => node.client.setStreamMetadata(stream, {}),
      () => node.client.deleteStream(stream),
      () => node.client.tombstoneStream(stream),
    ]) {
      await rejection(attempt(), StreamDeletedError);
    }
  });

  it('is told with the name of the stream', async () => {
    const stream = await streamOf(1);
    await node.client.tombstoneStream(stream);
    assert.equal((await rejection(read(stream), StreamDeletedError)).streamName, stream);
  });

  it('of a stream whose name is not ASCII is told as an unknown error', async () => {
    const stream = newStream('財布');
    await node.client.appendToStream(stream, testEvents(1));
    await node.client.tombstoneStream(stream);
    await rejection(read(stream), UnknownError);
  });

  it('at the right revision succeeds, at a wrong one is refused', async () => {
    const stream = await streamOf(3);
    const wrong = node.client.tombstoneStream(stream, { expectedRevision: 1n });
    assert.equal((await rejection(wrong, WrongExpectedVersionError)).actualVersion, 2n);
    await node.client.tombstoneStream(stream, { expectedRevision: 2n });
    await rejection(read(stream), StreamDeletedError);
  });

  for (const expectedRevision of [ANY, NO_STREAM] as const) {
    it(`at "${expectedRevision}" closes even a stream that never was`, async () => {
      const stream = newStream();
      await node.client.tombstoneStream(stream, { expectedRevision });
      await rejection(read(stream), StreamDeletedError);
    });
  }

  it('at "stream exists" is refused for a stream that never was', async () => {
    // The client sends it, although its types do not have it.
    const expectedRevision = STREAM_EXISTS as unknown as typeof ANY;
    await rejection(node.client.tombstoneStream(newStream(), { expectedRevision }), WrongExpectedVersionError);
  });

  it('stands in $all as $streamDeleted at the largest revision', async () => {
    const stream = await streamOf(1);
    await node.client.tombstoneStream(stream);
    const all = await collect(node.client.readAll());
    const last = all.filter(({ event }) => event?.streamId === stream).at(-1);
    assert.equal(last?.event?.type, '$streamDeleted');
    assert.equal(last?.event?.revision, 2n ** 63n - 1n);
  });

  it('survives a restart of the node', async () => {
    const stream = await streamOf(1);
    await node.client.tombstoneStream(stream);
    await node.restart();
    await rejection(read(stream), StreamDeletedError);
    await rejection(node.client.appendToStream(stream, testEvents(1)), StreamDeletedError);
  });
});
