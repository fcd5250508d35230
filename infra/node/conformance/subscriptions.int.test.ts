import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { END, eventTypeFilter, jsonEvent, type Position, streamNameFilter } from '#eventstore-client';
import { createTestServer, indexes, newStream, record, testEvents } from '#infra/proof/testing/test-node.ts';

const node = await createTestServer();
after(() => node.close());

const append = (stream: string, count: number, type?: string) =>
  node.client.appendToStream(stream, testEvents(count, type));

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

  it('that begins far behind misses nothing', async () => {
    const type = `Far-${randomUUID()}`;
    const stream = newStream();
    const { position } = await append(stream, 1, type);
    const count = 9_000;
    for (let sent = 0; sent < count; sent += 1000) await append(stream, 1000, type);
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
  });

  for (const [what, filter, expected] of [
    ['a stream prefix', streamNameFilter({ prefixes: [orders] }), 3],
    ['several stream prefixes', streamNameFilter({ prefixes: [orders, wallets] }), 6],
    ['a type prefix', eventTypeFilter({ prefixes: [`WalletCredited-${mark}`] }), 3],
  ] as const) {
    it(`by ${what} lets ${expected} events through, before and after catching up`, async () => {
      const recording = record(node.client.subscribeToAll({ filter }));
      await recording.until('being caught up', ({ signals }) => signals.includes('caught up'));
      assert.equal(recording.events.length, expected);
      await recording.stop();
    });
  }

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
