import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  binaryEvent,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  type Position,
  StreamDeletedError,
  streamNameFilter,
} from '@eventstore/db-client';
import { eventually } from '#infra/proof/testing/eventually.ts';
import { RECENT_EVENTS } from '../limits.ts';
import { collect, createTestServer, indexes, newStream, record, revisions, testEvents } from '../testing/test-node.ts';

const RETURN_LIMIT_MS = 10_000;
const node = await createTestServer();
after(() => node.close());

const append = (stream: string, count: number, type?: string) =>
  node.client.appendToStream(stream, testEvents(count, type));

describe('a subscription to a stream', () => {
  it('gives what is there, says that it has caught up, and gives what comes', async () => {
    const stream = newStream();
    await append(stream, 3);
    const recording = record(node.client.subscribeToStream(stream));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    assert.deepEqual(revisions(recording.events), [0, 1, 2]);
    await append(stream, 2);
    await recording.until('the new events', ({ events }) => events.length === 5);
    assert.deepEqual(revisions(recording.events), [0, 1, 2, 3, 4]);
    assert.deepEqual(recording.signals, ['caught up']);
    await recording.stop();
  });

  it('from a revision begins after it', async () => {
    const stream = newStream();
    await append(stream, 5);
    const recording = record(node.client.subscribeToStream(stream, { fromRevision: 2n }));
    await recording.until('two events', ({ events }) => events.length === 2);
    assert.deepEqual(revisions(recording.events), [3, 4]);
    await recording.stop();
  });

  it('from its end gives only what comes', async () => {
    const stream = newStream();
    await append(stream, 5);
    const recording = record(node.client.subscribeToStream(stream, { fromRevision: END }));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    await append(stream, 1);
    await recording.until('the new event', ({ events }) => events.length === 1);
    assert.deepEqual(revisions(recording.events), [5]);
    await recording.stop();
  });

  it('waits for a stream that does not exist yet, and does not see others', async () => {
    const stream = newStream();
    const recording = record(node.client.subscribeToStream(stream));
    await append(newStream(), 3);
    await append(stream, 1);
    await recording.until('an event', ({ events }) => events.length > 0);
    assert.equal(recording.events[0]?.event?.streamId, stream);
    await recording.stop();
  });

  it('ends when the stream is tombstoned, and cannot begin after that', async () => {
    const stream = newStream();
    await append(stream, 1);
    const recording = record(node.client.subscribeToStream(stream));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    await node.client.tombstoneStream(stream);
    await recording.until('an error', ({ error }) => error !== undefined);
    assert.ok(recording.error instanceof StreamDeletedError);
    const late = record(node.client.subscribeToStream(stream));
    await late.until('an error', ({ error }) => error !== undefined);
    assert.ok(late.error instanceof StreamDeletedError);
  });

  it('goes on over a soft delete and the stream’s return', async () => {
    const stream = newStream();
    await append(stream, 2);
    const recording = record(node.client.subscribeToStream(stream));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    await node.client.deleteStream(stream);
    await append(stream, 1);
    await recording.until('the new event', ({ events }) => events.length === 3);
    assert.deepEqual(revisions(recording.events), [0, 1, 2]);
    await recording.stop();
    // EventStoreDB writes the event that restores the stream a moment after the event.
    const seen = async () => revisions(await collect(node.client.readStream(stream)));
    await eventually(async () => assert.deepEqual(await seen(), [2]), RETURN_LIMIT_MS);
    const later = record(node.client.subscribeToStream(stream));
    await later.until('being caught up', ({ signals }) => signals.includes('caught up'));
    assert.deepEqual(revisions(later.events), [2]);
    await later.stop();
  });

  it('heeds $maxCount while catching up', async () => {
    const stream = newStream();
    await append(stream, 6);
    await node.client.setStreamMetadata(stream, { maxCount: 2 });
    const recording = record(node.client.subscribeToStream(stream));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    assert.deepEqual(revisions(recording.events), [4, 5]);
    await recording.stop();
  });

  it('resolves links when asked to', async () => {
    const [target, links] = [newStream(), newStream()];
    const recording = record(node.client.subscribeToStream(links, { resolveLinkTos: true }));
    await append(target, 1);
    await node.client.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from(`0@${target}`) }));
    await recording.until('the link', ({ events }) => events.length === 1);
    assert.equal(recording.events[0]?.event?.streamId, target);
    assert.equal(recording.events[0]?.link?.streamId, links);
    await recording.stop();
  });
});

describe('a subscription to $all', () => {
  it('gives everything that is there and what comes, in order and without gaps', async () => {
    const type = `Everything-${randomUUID()}`;
    const { position } = await append(newStream(), 1);
    await append(newStream(), 50, type);
    const recording = record(node.client.subscribeToAll({ fromPosition: position as Position }));
    await Promise.all(Array.from({ length: 40 }, () => append(newStream(), 5, type)));
    const mine = () => recording.events.filter(({ event }) => event?.type === type);
    await recording.until('all events', () => mine().length === 250);
    const positions = recording.events.map(({ event }) => event?.position?.commit ?? 0n);
    assert.ok(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n)));
    assert.equal(mine().length, 250);
    await recording.stop();
  });

  it('from a position begins after it', async () => {
    const stream = newStream();
    const { position } = await append(stream, 1);
    await append(stream, 2);
    const recording = record(node.client.subscribeToAll({ fromPosition: position as Position }));
    await recording.until('two events', ({ events }) => events.length === 2);
    assert.deepEqual(
      recording.events.map(({ event }) => event?.revision),
      [1n, 2n],
    );
    await recording.stop();
  });

  it('from a position beyond the end waits', async () => {
    const far = { commit: 2n ** 40n, prepare: 2n ** 40n };
    const recording = record(node.client.subscribeToAll({ fromPosition: far }));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    assert.equal(recording.events.length, 0);
    await recording.stop();
  });

  it('from its end gives only what comes', async () => {
    await append(newStream(), 3);
    const recording = record(node.client.subscribeToAll({ fromPosition: END }));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    const stream = newStream();
    await append(stream, 2);
    await recording.until('two events', ({ events }) => events.length === 2);
    assert.deepEqual(
      recording.events.map(({ event }) => event?.streamId),
      [stream, stream],
    );
    await recording.stop();
  });

  it('gives an event only after its append could be read back', async () => {
    const recording = record(node.client.subscribeToAll({ fromPosition: END }));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    const stream = newStream();
    const { position } = await append(stream, 1);
    await recording.until('the event', ({ events }) => events.length === 1);
    assert.equal(recording.events[0]?.event?.position?.commit, position?.commit);
    await recording.stop();
  });

  it('that was out of memory’s reach falls back on Postgres and misses nothing', async () => {
    const type = `Far-${randomUUID()}`;
    const stream = newStream();
    const { position } = await append(stream, 1, type);
    const count = RECENT_EVENTS + 500;
    for (let sent = 0; sent < count; sent += 1000) await append(stream, Math.min(1000, count - sent), type);
    const recording = record(node.client.subscribeToAll({ fromPosition: position as Position }));
    await recording.until('all events', ({ events }) => events.length === count);
    assert.deepEqual(
      recording.events.map(({ event }) => Number(event?.revision)),
      Array.from({ length: count }, (_, index) => index + 1),
    );
    await recording.stop();
  });
});

describe('a filter', () => {
  const mark = randomUUID();
  const orders = `order-${mark}`;
  const wallets = `wallet-${mark}`;
  before(async () => {
    for (let index = 0; index < 3; index += 1) {
      await node.client.appendToStream(orders, jsonEvent({ type: `OrderPlaced-${mark}`, data: { index } }));
      await node.client.appendToStream(wallets, jsonEvent({ type: `WalletCredited-${mark}`, data: { index } }));
    }
    await node.client.setStreamMetadata(orders, { maxCount: 100 });
  });

  for (const [what, filter, expected] of [
    ['a stream prefix', streamNameFilter({ prefixes: [orders] }), 3],
    ['several stream prefixes', streamNameFilter({ prefixes: [orders, wallets] }), 6],
    ['a regular expression on streams', streamNameFilter({ regex: `^(order|wallet)-${mark}$` }), 6],
    ['a type prefix', eventTypeFilter({ prefixes: [`WalletCredited-${mark}`] }), 3],
    ['a regular expression on types', eventTypeFilter({ regex: `^Order.*-${mark}$` }), 3],
  ] as const) {
    it(`by ${what} lets ${expected} events through, before and after catching up`, async () => {
      const recording = record(node.client.subscribeToAll({ filter }));
      await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
      assert.equal(recording.events.length, expected);
      await recording.stop();
    });
  }

  it('that excludes system events hides metadata changes', async () => {
    const recording = record(node.client.subscribeToAll({ filter: excludeSystemEvents() }));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    assert.ok(recording.events.length > 0);
    assert.ok(recording.events.every(({ event }) => !event?.type.startsWith('$')));
    await recording.stop();
  });

  it('lets live events through too', async () => {
    const type = `Live-${randomUUID()}`;
    const recording = record(
      node.client.subscribeToAll({ fromPosition: END, filter: eventTypeFilter({ prefixes: [type] }) }),
    );
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    await append(newStream(), 2, 'Other');
    await append(newStream(), 2, type);
    await recording.until('two events', ({ events }) => events.length === 2);
    assert.deepEqual(indexes(recording.events), [0, 1]);
    await recording.stop();
  });

  it('reports checkpoints while nothing passes, and one can be resumed from', async () => {
    const checkpoints: Position[] = [];
    const filter = eventTypeFilter({
      prefixes: [`Never-${mark}`],
      maxSearchWindow: 10,
      checkpointInterval: 2,
      checkpointReached: (_subscription, position) => void checkpoints.push(position),
    });
    const recording = record(node.client.subscribeToAll({ filter }));
    await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
    const whenCaughtUp = checkpoints.length;
    assert.ok(whenCaughtUp > 1, 'one every 20 events that were looked at');
    await append(newStream(), 60);
    await append(newStream(), 1, `Never-${mark}`);
    await recording.until('the event', ({ events }) => events.length === 1);
    assert.ok(checkpoints.length >= whenCaughtUp + 3, 'and every 20 live ones');
    const commits = checkpoints.map(({ commit }) => commit);
    assert.deepEqual(
      commits,
      [...new Set(commits)].sort((a, b) => (a < b ? -1 : 1)),
      'they only go forward',
    );
    await recording.stop();

    const resumed = record(
      node.client.subscribeToAll({ filter, fromPosition: checkpoints[whenCaughtUp - 1] as Position }),
    );
    await resumed.until('the event', ({ events }) => events.length === 1);
    await resumed.stop();
  });
});
