import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeOf } from '#core/kernel/following/log-place.ts';
import { createTestLedger, fundedWallet } from '#core/testing/test-ledger.ts';
import { createLookAhead } from './look-ahead.ts';

const LONG_MS = 60_000;

/** A customer's wallet that was opened and filled: four events, one after the other. */
async function someEvents() {
  const test = createTestLedger();
  await fundedWallet(test, 1_000n);
  return test.events();
}

describe('the look ahead', () => {
  it('gives nothing before its time, and everything after it', async () => {
    const events = await someEvents();
    const { signal } = new AbortController();
    const late = createLookAhead(LONG_MS);
    await late.take(events, signal);
    assert.deepEqual(late.due(10), []);
    const now = createLookAhead(0);
    await now.take(events, signal);
    assert.deepEqual(now.due(10), events);
    assert.deepEqual(now.due(2), events.slice(0, 2));
  });

  it('knows what was done after the events that wait, and no more', async () => {
    const events = await someEvents();
    const [first, second] = events;
    assert.ok(first && second);
    const ahead = createLookAhead(0);
    await ahead.take(events, new AbortController().signal);
    assert.equal(ahead.resultOf(second.metadata.commandId)?.revision, second.revision);
    assert.equal(ahead.resultOf('another'), undefined);
    assert.deepEqual(ahead.handled(1), placeOf(first));
    assert.equal(ahead.resultOf(first.metadata.commandId), undefined);
    assert.ok(ahead.resultOf(second.metadata.commandId));
    assert.equal(ahead.handled(events.length - 1)?.position, events.at(-1)?.position);
    assert.equal(ahead.handled(0), null);
    assert.equal(ahead.resultOf(second.metadata.commandId), undefined);
  });

  it('wakes nobody for what comes behind others', async () => {
    const events = await someEvents();
    const { signal } = new AbortController();
    const ahead = createLookAhead(LONG_MS);
    const first = ahead.changed();
    await ahead.take(events.slice(0, 1), signal);
    await first;
    const next = ahead.changed();
    await ahead.take(events.slice(1), signal);
    assert.equal(ahead.changed(), next);
    ahead.handled(events.length);
    await next;
  });

  it('lets the log wait when it is full, and then gives what has not waited long', async () => {
    const events = await someEvents();
    const ahead = createLookAhead(LONG_MS, 2);
    let isTaken = false;
    const taking = ahead.take(events, new AbortController().signal).then(() => {
      isTaken = true;
    });
    assert.equal(ahead.due(1).length, 1);
    ahead.handled(1);
    await Promise.resolve();
    assert.equal(isTaken, false);
    ahead.handled(events.length - 2);
    await taking;
    assert.deepEqual(ahead.due(10), []);
  });
});
