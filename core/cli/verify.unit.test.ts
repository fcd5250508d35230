import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { ledgerEvents } from '#core/aggregates/events.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import { createEventCodec } from '#core/kernel/log/event-codec.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { addStock, VARIANT, withdraw } from '#core/testing/process-story.ts';
import {
  approvedDeposit,
  createTestLedger,
  fundedWallet,
  orderLine,
  placedOrder,
  type TestLedger,
  usd,
} from '#core/testing/test-ledger.ts';
import { history, run, runBeside } from './testing/cli-story.ts';

/** The store with one event replaced, as an attacker with access to its disk can do. */
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

/** An order of five codes for $50: two are delivered, then one, and the rest can be released. */
async function partly() {
  const test = createTestLedger();
  const walletId = await fundedWallet(test, 5_000n);
  test.stock.add('variant-1', ['c1', 'c2']);
  const orderId = await placedOrder(test, walletId, [orderLine('variant-1', 5, 1_000n)], { mayDeliverInPart: true });
  await addStock(test, 'c3');
  const release = () => test.send({ type: 'ReleaseRest', orderId, amount: usd(2_000n) });
  return { test, orderId, release };
}

/** A withdrawal that the program rejected when such events had version 1. */
async function rejectInVersion1(test: TestLedger, walletId: string): Promise<string> {
  const withdrawalId = await withdraw(test, walletId, 100n, 'WDR-2');
  const handler = createCommandHandler({
    store: test.store,
    codec: createEventCodec({ ...ledgerEvents, WithdrawalRejected: z.object({ note: SealedText.nullable() }) }),
    clock: () => new Date(),
    logger: silentLogger,
  });
  const decide = () => [{ type: 'WithdrawalRejected', data: { note: 'sealed' } }];
  const evolve = (state: unknown) => state;
  const aggregate = { category: 'withdrawal', decider: { initialState: null, decide, evolve } };
  const actor = { kind: 'administrator', id: 'test' } as const;
  await handler.handle(aggregate, withdrawalId, {}, { commandId: randomUUID(), correlationId: randomUUID(), actor });
  return withdrawalId;
}

describe('a rejection that was stored in version 1', () => {
  it('is verified as it was stored, and read as version 2', async () => {
    const { test, walletId } = await history();
    const withdrawalId = await rejectInVersion1(test, walletId);
    const streamId = `withdrawal-${withdrawalId}`;
    const stored = test.store.events.find((event) => event.streamId === streamId && event.revision === 2n);
    assert.deepEqual(stored?.data, { note: 'sealed' });
    assert.match((await run(test.store, 'verify', '--stream', streamId)).text, /3 events in 1 stream: every hash fits/);
    assert.match((await run(test.store, 'verify')).text, /every hash fits/);
    const shown = await run(test.store, 'history', '--stream', streamId, '--type', 'WithdrawalRejected', '--json');
    assert.equal(shown.code, 0, shown.err);
    assert.deepEqual(
      shown.out.map((line) => JSON.parse(line).type),
      ['WithdrawalRejected'],
    );
    assert.deepEqual(test.events(streamId).at(-1)?.data, { adminNote: null, userNote: null, jointNote: 'sealed' });
    await test.send({ type: 'RejectWithdrawal', withdrawalId, adminNote: null, userNote: null });
    assert.equal(test.types(streamId).length, 3);
  });
});

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
    const store = tampered(test.store, (event) => {
      if (event.streamId !== `wallet-${walletId}` || event.revision !== 1n) return event;
      const data = { ...(event.data as object), reference: 'deposit:forged' };
      return { ...event, data, json: JSON.stringify(data) };
    });
    const all = await run(store, 'verify');
    assert.equal(all.code, 1);
    assert.match(all.err, new RegExp(`wallet-${walletId} is broken at revision 1 \\(WalletCredited`));
    assert.equal((await run(store, 'verify', '--stream', `wallet-${walletId}`)).code, 1);
  });

  it('find what is paid and not delivered owed, until it is delivered or refunded', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 5_000n);
    const [delivered, cancelled] = [
      await placedOrder(test, walletId, [orderLine(VARIANT, 1, 1_000n)]),
      await placedOrder(test, walletId, [orderLine('other', 1, 300n)]),
    ];
    const owed = async () => {
      assert.equal((await run(test.store, 'check')).code, 0);
      const { out } = await run(test.store, 'accounts', '--csv');
      return out.filter((line) => /undelivered|income/.test(line));
    };
    assert.deepEqual(
      await owed(),
      [
        'income:conversion-fees:USD,USD,0.00,debit',
        'income:sales:USD,USD,0.00,debit',
        'liabilities:undelivered:USD,USD,13.00,credit',
      ].filter((line) => !line.includes('fees')),
    );
    await test.send({ type: 'CancelOrder', orderId: cancelled, reason: 'customer', note: null });
    assert.deepEqual(await owed(), ['income:sales:USD,USD,0.00,debit', 'liabilities:undelivered:USD,USD,10.00,credit']);
    await addStock(test, 'c1');
    assert.deepEqual(await owed(), ['income:sales:USD,USD,10.00,credit', 'liabilities:undelivered:USD,USD,0.00,debit']);
    assert.match(
      (await run(test.store, 'explain', `order-${delivered}`)).text,
      /Waits for stock, its payment is held {2}\$10\.00/,
    );
  });

  it('keep the problems that were found before an event that cannot be read', async () => {
    const { test, walletId } = await history();
    const last = test.store.events.at(-1);
    const store = tampered(test.store, (event) => {
      if (event === last) return { ...event, forged: 'it carries no MAC' };
      if (event.streamId !== `wallet-${walletId}` || event.revision !== 1n) return event;
      const data = { ...(event.data as object), reference: 'deposit:forged' };
      return { ...event, data, json: JSON.stringify(data) };
    });
    const { code, out } = await run(store, 'check', '--json');
    assert.equal(code, 1);
    const { problems, isSound } = JSON.parse(out[0] ?? '');
    assert.equal(isSound, false);
    assert.match(problems[0], new RegExp(`wallet-${walletId} at revision 1`));
    assert.match(problems.at(-1), /cannot be read: it carries no MAC\. The audit ends there/);
    assert.match((await run(store, 'check')).text, /✗ wallet-[\s\S]*✗ Event .* cannot be read/);
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

  it('notice a rest that is not held as its order says, or not refunded', async () => {
    const [waiting, released] = [await partly(), await partly()];
    await released.release();
    for (const { test } of [waiting, released]) assert.equal((await run(test.store, 'check')).code, 0);
    const checked = async ({ test }: typeof waiting, change: (event: StoredEvent) => StoredEvent | undefined) =>
      (await run(tampered(test.store, change), 'check')).text;
    const unbooked = await checked(waiting, (event) =>
      event.type === 'OrderPartlyFulfilled' && event.revision === 3n
        ? { ...event, data: { ...(event.data as object), held: { amount: '1999', currency: 'USD' } } }
        : event,
    );
    assert.match(unbooked, /The books hold 20\.00 undelivered in USD; paid orders wait for 19\.99/);
    const isRefund = (event: StoredEvent) =>
      event.type === 'OrderRefunded' ||
      (event.type === 'WalletCredited' && (event.data as { reason: string }).reason === 'refund');
    assert.match(
      await checked(released, (event) => (isRefund(event) ? undefined : event)),
      /its rest was not refunded/,
    );
  });

  it('tells of an order that was delivered in part, step by step', async () => {
    const { test, orderId, release } = await partly();
    await release();
    const explained = (await run(test.store, 'explain', `order-${orderId}`)).text;
    assert.match(explained, /Codes delivered in part[\s\S]*Debit liabilities:undelivered:USD[\s\S]*The rest released/);
    const books = (await run(test.store, 'trial-balance', '--csv')).text;
    assert.match(books, /income:sales:USD,USD,,30\.00/);
    const journal = (await run(test.store, 'journal', '--csv')).text;
    assert.equal(journal.match(/liabilities:undelivered:USD/g)?.length, 3, 'held, delivered, refunded');
    const otherwise = await run(test.store, 'what-if', '--deposit-fee', '0');
    assert.equal(otherwise.code, 0, otherwise.err);
    assert.match((await run(test.store, 'export', '--format', 'hledger')).text, /account liabilities:undelivered:USD/);
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

  it('notice a payment that is taken once more of an order that is over: cancelled, and its money given back', async () => {
    const { test } = await history();
    const refunded = test.store.events.find(({ type }) => type === 'OrderRefunded')?.streamId;
    const debit = test.store.events.find(
      ({ type, data }) =>
        type === 'WalletDebited' && (data as { reference: string }).reference === refunded?.replace('order-', 'order:'),
    );
    assert.ok(debit);
    const again: EventStore = {
      ...test.store,
      async *readAll(options) {
        yield* test.store.readAll(options);
        if (options?.prefixes) yield debit;
      },
    };
    const { code, text } = await run(again, 'check');
    assert.equal(code, 1);
    assert.match(text, /a payment was taken but its order is not marked as paid/);
    assert.match(text, /was applied twice/);
  });

  it('names shelves that say another number than a count, and says where nobody could look', async () => {
    const { test } = await history();
    const checkWith = (wrongShelves: readonly string[] | null) =>
      runBeside({ findWrongShelves: async () => wrongShelves }, test.store, 'check');
    const wrong = await checkWith(['The shelf of variant v says 3']);
    assert.equal(wrong.code, 1);
    assert.match(wrong.text, /✗ The shelf of variant v says 3/);
    assert.match((await checkWith([])).text, /✓ every shelf says what a count of its codes says/);
    assert.match((await checkWith(null)).text, /· the shelves were not looked at/);
  });

  it('stop at an event that cannot be read, and show what came before it', async () => {
    const { test } = await history();
    const store = tampered(test.store, (event) => (event.type === 'OrderPaid' ? { ...event, data: {} } : event));
    const result = await run(store, 'history');
    assert.equal(result.code, 1);
    assert.match(result.err, /Event OrderPaid in order-.* at revision 1 cannot be read/);
    assert.match(result.text, /OrderPlaced/);
    assert.doesNotMatch(result.text, /OrderPaid/);
  });
});
