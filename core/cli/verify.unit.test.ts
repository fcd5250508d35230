import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventStore, StoredEvent } from '../kernel/event-store.ts';
import { approvedDeposit } from '../testing/test-ledger.ts';
import { history, run } from './testing/cli-story.ts';

/** The store with one event replaced, as somebody with access to its disk could. */
function tampered(store: EventStore, change: (event: StoredEvent) => StoredEvent | undefined): EventStore {
  async function* through(events: AsyncIterable<StoredEvent>) {
    for await (const event of events) {
      const changed = change(event);
      if (changed) yield changed;
    }
  }
  return {
    ...store,
    readAll: (options) => through(store.readAll(options)),
    readStream: (streamId, options) => through(store.readStream(streamId, options)),
  };
}

describe('verify and check', () => {
  it('find nothing wrong in a sound log', async () => {
    const { test } = await history();
    assert.match((await run(test.store, 'verify')).text, /every hash fits/);
    const checked = await run(test.store, 'check');
    assert.equal(checked.code, 0, checked.text);
    assert.match(checked.text, /every process is finished, payouts are settled/);
  });

  it('name the first event that was changed', async () => {
    const { test, walletId } = await history();
    const store = tampered(test.store, (event) =>
      event.streamId === `wallet-${walletId}` && event.revision === 1n
        ? { ...event, data: { ...(event.data as object), reference: 'deposit:forged' } }
        : event,
    );
    const all = await run(store, 'verify');
    assert.equal(all.code, 1);
    assert.match(all.err, new RegExp(`wallet-${walletId} is broken at revision 1 \\(WalletCredited`));
    assert.equal((await run(store, 'verify', '--stream', `wallet-${walletId}`)).code, 1);
  });

  it('notice a removed event', async () => {
    const { test, walletId } = await history();
    const store = tampered(test.store, (event) =>
      event.streamId === `wallet-${walletId}` && event.revision === 2n ? undefined : event,
    );
    assert.match((await run(store, 'verify')).err, /missing or out of order/);
    assert.equal((await run(store, 'check')).code, 1);
  });

  it('notice a wallet below its limit, a process that did not finish and a payout that was not settled', async () => {
    const { test, walletId } = await history();
    const without = (type: string) =>
      run(
        tampered(test.store, (event) => (event.type === type ? undefined : event)),
        'check',
      );
    assert.match((await without('OrderPaid')).text, /not marked as paid/);
    assert.match((await without('WalletHoldCaptured')).text, /the hold was not captured/);
    assert.match((await without('OrderRefunded')).text, /was not noted on it/);
    const poor = tampered(test.store, (event) =>
      event.streamId === `wallet-${walletId}` && event.type === 'WalletCredited' && event.revision === 1n
        ? { ...event, data: { ...(event.data as object), amount: { amount: '1', currency: 'USD' } } }
        : event,
    );
    assert.match((await run(poor, 'check')).text, /available funds fell to -\$24\.99/);
  });

  it('notice a reference that was applied twice', async () => {
    const { test, walletId } = await history();
    await approvedDeposit(test, walletId, 70n);
    const store = tampered(test.store, (event) => {
      const data = event.data as { reason?: string };
      return event.type === 'WalletCredited' && data.reason === 'deposit'
        ? { ...event, data: { ...data, reference: 'deposit:same' } }
        : event;
    });
    assert.match((await run(store, 'check')).text, /deposit:same was applied twice/);
  });

  it('stop at an event that cannot be read', async () => {
    const { test } = await history();
    const store = tampered(test.store, (event) => (event.type === 'OrderPaid' ? { ...event, data: {} } : event));
    const result = await run(store, 'history');
    assert.equal(result.code, 1);
    assert.match(result.err, /Event OrderPaid in order-.* at revision 1 cannot be read/);
  });
});
