import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { credentials, type ServiceError, status } from '@grpc/grpc-js';
import {
  BACKWARDS,
  END,
  FORWARDS,
  jsonEvent,
  type ReadStreamOptions,
  START,
  StreamNotFoundError,
} from '#eventstore-client';
import shared from '#eventstore-client/generated/shared_pb.js';
import { StreamsClient } from '#eventstore-client/generated/streams_grpc_pb.js';
import type { ReadResp } from '#eventstore-client/generated/streams_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';
import {
  collect,
  createTestServer,
  indexes,
  newStream,
  rejection,
  revisions,
  testEvents,
} from '#infra/proof/testing/test-node.ts';
import { PAGE_EVENTS, SEARCH_EVENTS } from '../limits.ts';

const node = await createTestServer();
after(() => node.close());

describe('reading a stream', () => {
  const stream = newStream();
  before(() => node.client.appendToStream(stream, testEvents(10)));

  const cases: [string, ReadStreamOptions, number[]][] = [
    ['from its start', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['from its start, at most three', { maxCount: 3 }, [0, 1, 2]],
    ['from a revision, that one included', { fromRevision: 7n }, [7, 8, 9]],
    ['from beyond its end', { fromRevision: 10n }, []],
    ['backwards from its end', { fromRevision: END, direction: BACKWARDS, maxCount: 3 }, [9, 8, 7]],
    ['backwards from a revision, that one included', { fromRevision: 2n, direction: BACKWARDS }, [2, 1, 0]],
    ['backwards from beyond its end', { fromRevision: 99n, direction: BACKWARDS, maxCount: 2 }, [9, 8]],
    ['backwards from its start', { fromRevision: START, direction: BACKWARDS }, [0]],
  ];
  for (const [what, options, expected] of cases) {
    it(`${what}: gives the revisions [${expected}]`, async () => {
      const events = await collect(node.client.readStream(stream, options));
      assert.deepEqual(revisions(events), expected);
      assert.deepEqual(indexes(events), expected);
    });
  }

  it('that does not exist: says so', async () => {
    await rejection(collect(node.client.readStream(newStream())), StreamNotFoundError);
  });

  it('that is longer than several pages: gives all of it in order, both ways', async () => {
    const long = newStream();
    const count = PAGE_EVENTS * 2 + 37;
    await node.client.appendToStream(long, testEvents(count));
    const expected = Array.from({ length: count }, (_, index) => index);
    assert.deepEqual(revisions(await collect(node.client.readStream(long))), expected);
    const backwards = await collect(node.client.readStream(long, { direction: BACKWARDS, fromRevision: END }));
    assert.deepEqual(revisions(backwards), expected.reverse());
    const some = await collect(node.client.readStream(long, { fromRevision: 10n, maxCount: PAGE_EVENTS + 5 }));
    assert.equal(some.length, PAGE_EVENTS + 5);
    assert.equal(some.at(-1)?.event?.revision, BigInt(PAGE_EVENTS + 14));
  });

  it('whose events are larger than a page: gives all of it in order, both ways', async () => {
    const large = newStream();
    for (let round = 0; round < 12; round += 1) {
      await node.client.appendToStream(large, testEvents(1, 'Large', 900_000));
    }
    const expected = Array.from({ length: 12 }, (_, index) => index);
    assert.deepEqual(revisions(await collect(node.client.readStream(large))), expected);
    const backwards = await collect(node.client.readStream(large, { direction: BACKWARDS, fromRevision: END }));
    assert.deepEqual(revisions(backwards), expected.reverse());
  });

  it('can be left in the middle, and the node goes on', async () => {
    const long = newStream();
    await node.client.appendToStream(long, testEvents(3000));
    const reading = node.client.readStream(long);
    for await (const { event } of reading) if (event?.revision === 5n) break;
    await reading.cancel();
    assert.equal((await collect(node.client.readStream(long, { maxCount: 4 }))).length, 4);
  });
});

describe('reading $all', () => {
  const type = `Marked-${randomUUID()}`;
  const positions: bigint[] = [];
  before(async () => {
    for (let index = 0; index < 6; index += 1) {
      const result = await node.client.appendToStream(newStream(), jsonEvent({ type, data: { index } }));
      positions.push(result.position?.commit ?? 0n);
    }
  });
  const at = (index: number) => ({ commit: positions[index] ?? 0n, prepare: positions[index] ?? 0n });

  it('gives every event in the order of its position', async () => {
    const events = await collect(node.client.readAll());
    const commits = events.map(({ event }) => event?.position.commit ?? 0n);
    assert.deepEqual(
      commits,
      [...commits].sort((a, b) => (a < b ? -1 : 1)),
    );
    assert.equal(new Set(commits).size, commits.length);
    assert.equal(events.filter(({ event }) => event?.type === type).length, 6);
  });

  it('backwards gives the same events in the opposite order', async () => {
    const forwards = await collect(node.client.readAll());
    const backwards = await collect(node.client.readAll({ direction: BACKWARDS, fromPosition: END }));
    assert.deepEqual(
      backwards.map(({ event }) => event?.id).reverse(),
      forwards.map(({ event }) => event?.id),
    );
  });

  it('from a position includes the event there', async () => {
    const events = await collect(node.client.readAll({ fromPosition: at(2), maxCount: 3 }));
    assert.deepEqual(indexes(events), [2, 3, 4]);
  });

  it('backwards from a position begins before the event there', async () => {
    const events = await collect(node.client.readAll({ direction: BACKWARDS, fromPosition: at(3), maxCount: 2 }));
    assert.deepEqual(indexes(events), [2, 1]);
  });

  it('from its end, or backwards from its start, is empty', async () => {
    assert.deepEqual(await collect(node.client.readAll({ fromPosition: END, direction: FORWARDS })), []);
    assert.deepEqual(await collect(node.client.readAll({ fromPosition: START, direction: BACKWARDS })), []);
  });

  // The client has a filter only for subscriptions; the protocol also has one for reads.
  for (const [what, fill, expected] of [
    ['an event type', (f: Filter) => f.setEventType(expression({ prefixes: [type] })), 4],
    ['a stream that does not exist', (f: Filter) => f.setStreamIdentifier(expression({ prefixes: ['?'] })), 0],
  ] as const) {
    it(`filtered by ${what} counts only what passes`, async () => {
      assert.equal((await readFiltered(fill, 4)).length, expected);
    });
  }

  it('filtered gives what lies far apart, in its order', async () => {
    const few = newStream();
    await node.client.appendToStream(few, testEvents(2));
    await node.client.appendToStream(newStream(), testEvents(SEARCH_EVENTS + 1));
    await node.client.appendToStream(few, testEvents(1));
    const found = await readFiltered((f) => f.setStreamIdentifier(expression({ prefixes: ['?', few] })), 10);
    assert.deepEqual(
      found.flatMap((response) => response.getEvent()?.getEvent()?.getStreamRevision() ?? []),
      ['0', '1', '2'],
    );
  });

  it('filtered by no prefix gives nothing', async () => {
    assert.deepEqual(await readFiltered((f) => f.setEventType(expression({})), 4), []);
  });

  it('refuses a filter on nothing', async () => {
    await assert.rejects(
      readFiltered(() => undefined, 1),
      { code: status.INVALID_ARGUMENT },
    );
  });
});

type Filter = InstanceType<typeof streams.ReadReq.Options.FilterOptions>;

function expression({ regex = '', prefixes = [] }: { regex?: string; prefixes?: string[] }) {
  const message = new streams.ReadReq.Options.FilterOptions.Expression();
  message.setRegex(regex);
  message.setPrefixList(prefixes);
  return message;
}

function readFiltered(fill: (filter: Filter) => void, count: number): Promise<ReadResp[]> {
  const filter = new streams.ReadReq.Options.FilterOptions();
  filter.setCount(new shared.Empty());
  fill(filter);
  const all = new streams.ReadReq.Options.AllOptions();
  all.setStart(new shared.Empty());
  const uuidOption = new streams.ReadReq.Options.UUIDOption();
  uuidOption.setString(new shared.Empty());
  const options = new streams.ReadReq.Options();
  options.setAll(all);
  options.setFilter(filter);
  options.setCount(String(count));
  options.setUuidOption(uuidOption);
  const request = new streams.ReadReq();
  request.setOptions(options);
  const client = new StreamsClient(node.address, credentials.createInsecure());
  return new Promise<ReadResp[]>((resolve, reject) => {
    const responses: ReadResp[] = [];
    client
      .read(request)
      .on('data', (response: ReadResp) => responses.push(response))
      .on('error', (error: ServiceError) => reject(error))
      .on('end', () => resolve(responses));
  }).finally(() => client.close());
}
