import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredEvent } from './event.ts';
import { RECENT_BYTES, RECENT_EVENTS } from './limits.ts';
import { createRecentLog } from './recent-log.ts';

const event = (position: number, bytes = 1): StoredEvent => ({
  position,
  stream: 's',
  revision: position,
  id: String(position),
  type: 'T',
  isJson: false,
  createdMs: 0,
  data: Buffer.alloc(bytes),
  metadata: Buffer.alloc(0),
});

const positions = (events: StoredEvent[] | undefined) => events?.map(({ position }) => position);

describe('the recent log', () => {
  it('gives what came after a position, whether or not an event is there', () => {
    const log = createRecentLog();
    log.reset(100);
    log.publish([event(200), event(300)]);
    log.publish([event(400)]);
    assert.deepEqual(positions(log.since(100)), [200, 300, 400]);
    assert.deepEqual(positions(log.since(250)), [300, 400]);
    assert.deepEqual(positions(log.since(400)), []);
    assert.equal(log.committed(), 400);
  });

  it('says when it does not reach back far enough', () => {
    const log = createRecentLog();
    log.reset(100);
    log.publish([event(200)]);
    assert.equal(log.since(99), undefined);
  });

  it('keeps no more events than its limit, and never leaves one out', () => {
    const log = createRecentLog();
    const count = RECENT_EVENTS * 2 + 10;
    for (let position = 1; position <= count; position += 1) log.publish([event(position)]);
    const oldestKept = count - RECENT_EVENTS;
    assert.equal(log.since(oldestKept - 1), undefined);
    assert.equal(log.since(oldestKept)?.length, RECENT_EVENTS);
    assert.equal(log.since(oldestKept)?.[0]?.position, oldestKept + 1);
  });

  it('keeps no more bytes than its limit', () => {
    const log = createRecentLog();
    const megabyte = 1024 * 1024;
    for (let position = 1; position <= 40; position += 1) log.publish([event(position, megabyte)]);
    const kept = RECENT_BYTES / megabyte;
    assert.equal(log.since(40 - kept)?.length, kept);
    assert.equal(log.since(40 - kept - 1), undefined);
  });

  it('keeps alive nothing but the events themselves, not the network reads that brought them', () => {
    const log = createRecentLog();
    const networkRead = () => Buffer.alloc(64 * 1024);
    const events = [1, 2, 3].map((position) => {
      const bytes = networkRead();
      return { ...event(position), data: bytes.subarray(100, 1100), metadata: bytes.subarray(1100, 1600) };
    });
    log.publish(events.slice(0, 2));
    log.publish(events.slice(2));
    const kept = log.since(0) ?? [];
    const buffers = new Set(kept.flatMap(({ data, metadata }) => [data.buffer, metadata.buffer]));
    assert.equal(
      [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0),
      3 * 1500,
    );
    assert.deepEqual(kept, events);
  });

  it('forgets everything at a reset, because another may have written in between', () => {
    const log = createRecentLog();
    log.publish([event(10), event(20)]);
    log.reset(35);
    assert.equal(log.since(20), undefined);
    assert.deepEqual(log.since(35), []);
  });

  it('wakes who waits when something is published, at a reset, and when they leave', async () => {
    const log = createRecentLog();
    const stay = new AbortController();
    const published = log.grownPast(0, stay.signal);
    log.publish([event(10)]);
    await published;
    const reset = log.grownPast(10, stay.signal);
    log.reset(20);
    await reset;
    const left = log.grownPast(20, stay.signal);
    stay.abort();
    await left;
    await log.grownPast(5, new AbortController().signal);
  });
});
