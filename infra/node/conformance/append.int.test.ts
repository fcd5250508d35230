import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  ANY,
  type AppendToStreamOptions,
  binaryEvent,
  DeadlineExceededError,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from '#eventstore-client';
import { proposalOf } from '#infra/adapters/eventstore/append-messages.ts';
import { openAppendCall } from '#infra/adapters/eventstore/batch-append.ts';
import {
  assertRefusedAlone,
  collect,
  createTestServer,
  newStream,
  rejection,
  revisions,
  type TestServer,
  testEvents,
} from '#infra/proof/testing/test-node.ts';

/** For a node of our own: small, so that the case is quick. */
const MAX_APPEND_SIZE_BYTES = 64 * 1024;

it('an append that is no append is refused in words', async () => {
  const node = await createTestServer();
  const head = { streamId: newStream(), expectedRevision: -1n, deadlineMs: Date.now() + 10_000 };
  const event = { id: 'nonsense', type: 'T', isJson: true, data: Buffer.from('{}'), metadata: Buffer.alloc(0) };
  const call = openAppendCall(node.client, 10_000, () => undefined);
  const answer = await call.ask((correlationId) => proposalOf({ ...head, correlationId }, [event]));
  assert.ok('error' in answer);
  assert.equal(answer.error.type, 'event_store.client.BadRequest');
  assert.match(answer.error.message, / /);
  await node.close();
});

describe('appending', () => {
  let node: TestServer;
  before(async () => {
    node = await createTestServer({ maxAppendSizeBytes: MAX_APPEND_SIZE_BYTES });
  });
  after(() => node.close());

  const append = (
    stream: string,
    events: Parameters<typeof node.client.appendToStream>[1],
    more: AppendToStreamOptions = {},
  ) => node.client.appendToStream(stream, events, more);

  it('numbers events from 0 in each stream and puts them at growing positions', async () => {
    const stream = newStream();
    const first = await append(stream, testEvents(2));
    const second = await append(stream, testEvents(3));
    assert.equal(first.nextExpectedRevision, 1n);
    assert.equal(second.nextExpectedRevision, 4n);
    assert.ok(first.position && second.position && first.position.commit < second.position.commit);
    const events = await collect(node.client.readStream(stream));
    assert.deepEqual(revisions(events), [0, 1, 2, 3, 4]);
    assert.equal(events[4]?.event?.position?.commit, second.position.commit);
  });

  describe('expected revision', () => {
    it('any: creates a stream and adds to it', async () => {
      const stream = newStream();
      await append(stream, testEvents(1), { expectedRevision: ANY });
      const result = await append(stream, testEvents(1), { expectedRevision: ANY });
      assert.equal(result.nextExpectedRevision, 1n);
    });

    it('no stream: creates a stream, and is refused when there is one', async () => {
      const stream = newStream();
      await append(stream, testEvents(2), { expectedRevision: NO_STREAM });
      const error = await rejection(
        append(stream, testEvents(1), { expectedRevision: NO_STREAM }),
        WrongExpectedVersionError,
      );
      assert.equal(error.streamName, stream);
      assert.equal(error.expectedVersion, NO_STREAM);
      assert.equal(error.actualVersion, 1n);
    });

    it('an exact revision: adds to a stream that is there', async () => {
      const stream = newStream();
      await append(stream, testEvents(3), { expectedRevision: NO_STREAM });
      const result = await append(stream, testEvents(1), { expectedRevision: 2n });
      assert.equal(result.nextExpectedRevision, 3n);
    });

    for (const [what, expected] of [
      ['too low', 0n],
      ['too high', 7n],
    ] as const) {
      it(`an exact revision that is ${what}: is refused and says where the stream is`, async () => {
        const stream = newStream();
        await append(stream, testEvents(3));
        const error = await rejection(
          append(stream, testEvents(1), { expectedRevision: expected }),
          WrongExpectedVersionError,
        );
        assert.equal(error.expectedVersion, expected);
        assert.equal(error.actualVersion, 2n);
        assert.equal((await collect(node.client.readStream(stream))).length, 3);
      });
    }

    it('an exact revision of a stream that is not there: is refused', async () => {
      const error = await rejection(
        append(newStream(), testEvents(1), { expectedRevision: 0n }),
        WrongExpectedVersionError,
      );
      assert.equal(error.actualVersion, NO_STREAM);
    });
  });

  describe('the same append again', () => {
    it('at an exact revision: gets the first answer and is stored once', async () => {
      const stream = newStream();
      await append(stream, testEvents(2));
      const events = testEvents(3);
      const first = await append(stream, events, { expectedRevision: 1n });
      await append(stream, testEvents(1));
      assert.deepEqual(await append(stream, events, { expectedRevision: 1n }), first);
      assert.equal((await collect(node.client.readStream(stream))).length, 6);
    });

    it('at no stream: gets the first answer and is stored once', async () => {
      const stream = newStream();
      const events = testEvents(3);
      const first = await append(stream, events, { expectedRevision: NO_STREAM });
      const again = await append(stream, events, { expectedRevision: NO_STREAM });
      assert.deepEqual(again, first);
      assert.equal((await collect(node.client.readStream(stream))).length, 3);
    });

    it('is recognised after the node has been restarted', async () => {
      const stream = newStream();
      await append(stream, testEvents(1));
      const events = testEvents(2);
      const first = await append(stream, events, { expectedRevision: 0n });
      await node.restart();
      assert.deepEqual(await append(stream, events, { expectedRevision: 0n }), first);
    });

    it('many times at once: is stored once, and who is answered gets the same answer', async () => {
      const stream = newStream();
      const events = testEvents(2);
      // EventStoreDB lets some of them time out.
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () => append(stream, events, { expectedRevision: NO_STREAM })),
      );
      const answered = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      assert.equal(new Set(answered.map((result) => result.position?.commit)).size, 1);
      assert.equal((await collect(node.client.readStream(stream))).length, 2);
    });

    it('with another event at its end: is refused', async () => {
      const stream = newStream();
      await append(stream, testEvents(1));
      const events = testEvents(2);
      await append(stream, events, { expectedRevision: 0n });
      const altered = [...events.slice(0, 1), ...testEvents(1)];
      await rejection(append(stream, altered, { expectedRevision: 0n }), WrongExpectedVersionError);
      assert.equal((await collect(node.client.readStream(stream))).length, 3);
    });

    it('to another stream: is another append', async () => {
      const events = testEvents(2);
      await append(newStream(), events);
      const other = newStream();
      assert.equal((await append(other, events)).nextExpectedRevision, 1n);
      assert.equal((await collect(node.client.readStream(other))).length, 2);
    });
  });

  it('lets one of many concurrent writers at the same revision win', async () => {
    const stream = newStream();
    await append(stream, testEvents(1));
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => append(stream, testEvents(1), { expectedRevision: 0n })),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(result.reason instanceof WrongExpectedVersionError);
    }
    assert.equal((await collect(node.client.readStream(stream))).length, 2);
  });

  it('keeps JSON, binary data and metadata as they were', async () => {
    const stream = newStream();
    const bytes = Uint8Array.from([0, 1, 254, 255, 92, 39]);
    const id = randomUUID();
    await append(stream, [
      jsonEvent({ id, type: 'Żółw-登録', data: { text: 'Łódź "\\ 🎁' }, metadata: { actor: 'Ünïcode' } }),
      binaryEvent({ type: 'Raw', data: bytes, metadata: bytes }),
    ]);
    const [json, binary] = await collect(node.client.readStream(stream));
    assert.equal(json?.event?.id, id);
    assert.equal(json?.event?.type, 'Żółw-登録');
    assert.equal(json?.event?.isJson, true);
    assert.deepEqual(json?.event?.data, { text: 'Łódź "\\ 🎁' });
    assert.deepEqual(json?.event?.metadata, { actor: 'Ünïcode' });
    assert.equal(binary?.event?.isJson, false);
    assert.deepEqual(Buffer.from(binary?.event?.data as Uint8Array), Buffer.from(bytes));
    assert.deepEqual(Buffer.from(binary?.event?.metadata as Uint8Array), Buffer.from(bytes));
    assert.ok(Math.abs((json?.event?.created.getTime() ?? 0) - Date.now()) < 60_000);
  });

  it('takes stream names outside ASCII, and names them in its errors', async () => {
    const stream = newStream('портмоне-財布-👛');
    await append(stream, testEvents(1), { expectedRevision: NO_STREAM });
    const error = await rejection(
      append(stream, testEvents(1), { expectedRevision: NO_STREAM }),
      WrongExpectedVersionError,
    );
    assert.equal(error.streamName, stream);
    const [event] = await collect(node.client.readStream(stream));
    assert.equal(event?.event?.streamId, stream);
  });

  it('refuses more than the maximum append size, and takes exactly that much', async () => {
    const stream = newStream();
    // Some versions count only the data, others also the type, twice: as UTF-16.
    const fitting = node.maxAppendSizeBytes - 'Raw'.length * 2;
    const error = await rejection(
      append(stream, binaryEvent({ type: 'Raw', data: new Uint8Array(node.maxAppendSizeBytes + 1) })),
      MaxAppendSizeExceededError,
    );
    assert.equal(error.maxAppendSize, node.maxAppendSizeBytes);
    const result = await append(stream, binaryEvent({ type: 'Raw', data: new Uint8Array(fitting) }));
    assert.equal(result.nextExpectedRevision, 0n);
  });

  it('refuses events that are too large together, and stores none of them', async () => {
    const stream = newStream();
    await rejection(append(stream, testEvents(70, 'Large', node.maxAppendSizeBytes / 64)), MaxAppendSizeExceededError);
    const result = await append(stream, testEvents(1), { expectedRevision: NO_STREAM });
    assert.equal(result.nextExpectedRevision, 0n);
  });

  for (const [what, make] of [
    ['an empty stream name', () => append('', testEvents(1))],
    ['an id that is no UUID', () => append(newStream(), jsonEvent({ id: 'nonsense', type: 'T', data: {} }))],
  ] as const) {
    it(`refuses ${what} alone, while the others of its group are stored`, () => assertRefusedAlone(node, append, make));
  }

  it('answers a deadline that has passed as such', async () => {
    const stream = newStream();
    await rejection(append(stream, testEvents(2000, 'T', 5), { deadline: 1 }), DeadlineExceededError);
  });
});
