import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import {
  BACKWARDS,
  jsonEvent,
  MaxAppendSizeExceededError,
  STREAM_EXISTS,
  streamNameFilter,
  UnknownError,
} from '#eventstore-client';
import {
  assertRefusedAlone,
  collect,
  createTestNode,
  indexes,
  newStream,
  record,
  rejection,
  testEvents,
} from '#infra/proof/testing/test-node.ts';

/** The differences of the embedded node from EventStoreDB, as its README lists them. */
describe('a limit or a leniency of the embedded node', async () => {
  const node = await createTestNode();
  after(() => node.close());
  const append = (stream: string, events: Parameters<typeof node.client.appendToStream>[1]) =>
    node.client.appendToStream(stream, events);
  const appendAt = (expectedRevision: typeof STREAM_EXISTS) =>
    node.client.appendToStream(newStream(), testEvents(1), { expectedRevision });

  for (const [what, make] of [
    ['a NUL in the stream name', () => append(`bad\0${randomUUID()}`, testEvents(1))],
    ['a stream name that is too long', () => append('s'.repeat(5000), testEvents(1))],
    ['a NUL in the event type', () => append(newStream(), jsonEvent({ type: 'a\0b', data: {} }))],
  ] as const) {
    it(`refuses ${what} alone, while the others of its group are stored`, () => assertRefusedAlone(node, append, make));
  }

  for (const [what, make] of [
    ['the metadata of one stream', () => node.client.setStreamMetadata(newStream(), { maxCount: 1 })],
    ['an append without events', () => append(newStream(), [])],
    ['an append at "stream exists"', () => appendAt(STREAM_EXISTS)],
  ] as const) {
    it(`refuses ${what}`, async () => {
      await rejection(make(), UnknownError);
    });
  }

  it('refuses a filter by a regular expression', async () => {
    const filter = streamNameFilter({ regex: '^wallet-' });
    const recording = record(node.client.subscribeToAll({ filter }));
    await recording.until('an error', ({ error }) => error !== undefined);
    assert.match(`${recording.error}`, /prefixes/);
  });

  it('refuses an append that is so large that the client sends it in parts', async () => {
    const stream = newStream();
    await rejection(append(stream, testEvents(60, 'Large', 100_000)), MaxAppendSizeExceededError);
    assert.equal((await append(stream, testEvents(1))).nextExpectedRevision, 0n);
  });

  it('keeps the metadata of $all', async () => {
    await node.client.setStreamMetadata('$all', { acl: { readRoles: ['$all'] }, owner: 'finance' });
    await node.client.setStreamMetadata('$all', { acl: { readRoles: ['$all'] } });
    const { metadata } = await node.client.getStreamMetadata('$all');
    assert.deepEqual(metadata, { acl: { readRoles: ['$all'] } });
  });

  it('reads $all from a position between two events: it goes on with the next', async () => {
    const positions: bigint[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { position } = await append(newStream(), jsonEvent({ type: 'Marked', data: { index } }));
      positions.push(position?.commit ?? 0n);
    }
    const commit = (positions[2] ?? 0n) + 1n;
    const between = { commit, prepare: commit };
    assert.deepEqual(indexes(await collect(node.client.readAll({ fromPosition: between, maxCount: 1 }))), [3]);
    const back = { direction: BACKWARDS, fromPosition: between, maxCount: 1 } as const;
    assert.deepEqual(indexes(await collect(node.client.readAll(back))), [2]);
  });
});
