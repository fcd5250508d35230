import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import { applyWalletEvent } from '#core/aggregates/wallet/evolve.ts';
import type { WalletState } from '#core/aggregates/wallet/state.ts';
import { history, run, runBeside } from '#core/cli/testing/cli-story.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { formatMoney } from '#core/kernel/money/money.ts';
import { createTestLedger, orderLine, placedOrder, usd } from '#core/testing/test-ledger.ts';
import { explain, parseSubject } from './explain.ts';
import type { KeptPapers } from './kept-papers.ts';
import type { Bounds } from './reading.ts';
import type { ExplainNode } from './tree.ts';

/** A deposit of $120 with a proof, approved by two administrators less a fee, and an order that it paid. */
async function story() {
  const test = createTestLedger();
  const [walletId, customerId, depositId] = [randomUUID(), randomUUID(), randomUUID()];
  const as =
    (kind: 'customer' | 'administrator' | 'system', id: string) =>
    (command: Parameters<typeof test.send>[0], settingsVersion?: number) =>
      test.ledger.execute(command, {
        commandId: randomUUID(),
        correlationId: randomUUID(),
        actor: { kind, id },
        settingsVersion,
      });
  const customer = as('customer', customerId);
  await customer({ type: 'OpenWallet', walletId, customerId, currency: 'USD' });
  const account = {
    id: 'one',
    currency: 'USD' as const,
    isStandard: true,
    beneficiary: 'Ink Ltd',
    bank: 'A bank',
    number: '12 34',
    bic: null,
    routing: '021000089',
  };
  await as(
    'system',
    'test',
  )({ type: 'AdoptSettings', section: 'accounts', why: 'The first ones', value: { accounts: [account] } });
  await as(
    'system',
    'test',
  )({
    type: 'AdoptSettings',
    section: 'money',
    why: 'The first ones',
    value: { ...SECTIONS.money.standard, rounding: 'half-away-from-zero' },
  });
  const payInto = { settingsVersion: 1, accountId: 'one' };
  const request = { number: 'DEP-7', customerId, walletId, amount: usd(12_000n), note: null, payInto };
  await customer({ type: 'RequestDeposit', depositId, ...request });
  const proof = { fileId: randomUUID(), sha256: 'ab'.repeat(32), contentType: 'application/pdf' };
  await customer({ type: 'UploadProof', depositId, ...proof });
  const approval = { type: 'ApproveDeposit', depositId, approvedAmount: usd(12_000n), fee: usd(100n) } as const;
  const note = SealedText.parse('sealed');
  await as('administrator', 'ada')({ ...approval, note, by: { id: 'ada', aloneUpTo: 0n } });
  await as('administrator', 'bob')({ ...approval, note, by: { id: 'bob', aloneUpTo: 0n } }, 2);
  test.stock.add('v', ['c1', 'c2']);
  const orderId = await placedOrder(test, walletId, [orderLine('v', 2, 1_250n)]);
  return { test, walletId, depositId, orderId, proof };
}

const tree = async (store: EventStore, text: string) => {
  const subject = parseSubject(text);
  const found = subject && (await explain(store, subject, { entries: 2 }));
  assert.ok(found);
  return found;
};
const all = (node: ExplainNode): ExplainNode[] => [node, ...node.children.flatMap(all)];
const named = (node: ExplainNode, what: RegExp) => all(node).find((one) => what.test(one.what));
const amountOf = (node: ExplainNode | undefined) => node?.amount && formatMoney(node.amount);

describe('a deposit is explained', () => {
  it('by who asked, the proof with its hash, both pairs of eyes, and what was booked', async () => {
    const { test, depositId, proof } = await story();
    const found = await tree(test.store, `deposit-${depositId}`);
    assert.equal(found.what, 'Deposit DEP-7');
    assert.equal(named(found, /^Asked for/)?.by?.kind, 'customer');
    const { number, 'version of the settings': version } = named(found, /^Its paper asks to pay into/)?.facts ?? {};
    assert.deepEqual([number, version], ['12 34', '1']);
    const { file, 'SHA-256': hash } = named(found, /^Proof/)?.facts ?? {};
    assert.deepEqual([file, hash], ['payment-proof-DEP-7', proof.sha256]);
    assert.equal(named(found, /^First pair of eyes/)?.by?.id, 'ada');
    assert.equal(named(found, /^Second pair of eyes/)?.by?.id, 'bob');
    const versionOf = (what: RegExp) => named(found, what)?.facts?.['version of the settings'];
    assert.equal(versionOf(/^Approved$/), '2', 'the version that decided it');
    const rounded = all(found).flatMap(({ what, facts }) => (facts?.rounding ? [[what, facts.rounding]] : []));
    assert.deepEqual(rounded, [['Approved', 'half away from zero']]);
    assert.equal(versionOf(/^Approved by the first pair/), undefined, 'an event of before versions were recorded');
    const booked = named(found, /^Booked/);
    assert.ok(booked);
    assert.deepEqual(
      booked.children.map((one) => [one.what, amountOf(one)]),
      [
        ['Credited: deposit', '$120.00'],
        ['Debited: deposit-fee', '$1.00'],
      ],
    );
    assert.equal(amountOf(named(booked, /^Debit assets:bank:USD/)), '$120.00');
    for (const { event } of all(found)) if (event) assert.match(event.hash, /^[0-9a-f]{64}$/);
  });

  it('without a booking while it waits', async () => {
    const test = createTestLedger();
    const [walletId, depositId, customerId] = [randomUUID(), randomUUID(), randomUUID()];
    const request = { number: 'DEP-8', customerId, walletId, amount: usd(100n), note: null };
    await test.send({ type: 'OpenWallet', walletId, customerId, currency: 'USD' });
    await test.send({ type: 'RequestDeposit', depositId, ...request });
    assert.equal((await tree(test.store, `deposit-${depositId}`)).children.at(-1)?.what, 'Nothing is booked');
  });
});

describe('a wallet is explained', () => {
  it('as the sum of its parts, each with its newest papers', async () => {
    const { test, walletId, orderId } = await story();
    await placedOrder(test, walletId, [orderLine('other', 1, 300n)]);
    await placedOrder(test, walletId, [orderLine('other', 1, 200n)]);
    const found = await tree(test.store, `wallet-${walletId}`);
    const parts = found.children.slice(0, -1);
    assert.deepEqual(
      parts.map((part) => [part.what, amountOf(part)]),
      [
        ['Deposits: 1', '$120.00'],
        ['Deposit fees: 1', '-$1.00'],
        ['Orders: 3', '-$30.00'],
      ],
    );
    assert.equal(
      parts.reduce((sum, { amount }) => sum + (amount?.amount ?? 0n), 0n),
      found.amount?.amount,
    );
    assert.ok(named(found, /^and 1 earlier/));
    assert.equal(
      all(found).some(({ facts }) => facts?.id === orderId),
      false,
    );
  });

  it('by one event, with the paper behind it', async () => {
    const { test, walletId, orderId } = await story();
    const order = test.events(`wallet-${walletId}`).at(-1);
    assert.ok(order);
    const found = await tree(test.store, `${order.streamId}@${order.revision}`);
    assert.equal(found.event?.id, order.id);
    assert.equal(named(found, /^Order /)?.facts?.id, orderId);
    assert.equal(named(found, /^2 × Gift card/)?.facts?.['unit price'], '$12.50');
  });
});

describe('a long wallet is explained', () => {
  /** Counts what is read of each kind of stream. */
  function counted(store: EventStore) {
    const reads = { events: 0, settings: 0 };
    const readStream: EventStore['readStream'] = async function* (streamId, options) {
      if (streamId.startsWith('settings-')) reads.settings += 1;
      for await (const event of store.readStream(streamId, options)) {
        if (streamId.startsWith('wallet-')) reads.events += 1;
        yield event;
      }
    };
    return { reads, store: { readStream } };
  }

  async function longStory() {
    const found = await story();
    const { test, walletId } = found;
    const orders = [found.orderId];
    for (let index = 0; index < 200; index += 1) {
      orders.push(await placedOrder(test, walletId, [orderLine('other', 1, 10n + BigInt(index % 7))]));
    }
    const events = test.events(`wallet-${walletId}`);
    const { customerId } = (events[0] ?? assert.fail('events')).data as { readonly customerId: string };
    const standingAt =
      (count: number): Bounds['standingOf'] =>
      async () => {
        const seen = events.slice(0, count) as unknown as readonly WalletEvent[];
        const state = seen.reduce(applyWalletEvent, null as WalletState) ?? assert.fail('a wallet');
        return { ...state, position: events[count - 1]?.position ?? 0n };
      };
    const movementsOf: Bounds['movementsOf'] = async (id) =>
      events.flatMap(({ data, position }) =>
        (data as { document?: { id: string } }).document?.id === id ? [position] : [],
      );
    const bounds = { most: 50, movementsOf, standingOf: standingAt(events.length) };
    return { ...found, orders, events, customerId, bounds, standingAt };
  }

  it('with what came before its newest events as one sum, whether the read models have all of these or the first', async () => {
    const { test, walletId, events, bounds, standingAt, customerId } = await longStory();
    const whole = await tree(test.store, `wallet-${walletId}`);
    for (const known of [events.length, events.length - 49]) {
      const { reads, store } = counted(test.store);
      const within = { ...bounds, standingOf: standingAt(known) };
      const found = await explain(store, { category: 'wallet', id: walletId }, { entries: 2, bounds: within });
      assert.ok(found);
      assert.equal(reads.events, bounds.most);
      assert.deepEqual([found.amount, found.facts], [whole.amount, { wallet: walletId, customer: customerId }]);
      const [earlier, ...parts] = found.children.slice(0, -1);
      assert.match(
        earlier?.what ?? '',
        new RegExp(`^Earlier: ${events.length - 50} events before \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`),
      );
      const why = `The wallet has ${events.length} events. The newest 50 are explained here`;
      assert.ok(earlier?.facts?.why?.startsWith(why), earlier?.facts?.why);
      assert.deepEqual(
        parts.map(({ what }) => what),
        ['Orders: 50'],
      );
      const sum = [earlier, ...parts].reduce((total, part) => total + (part?.amount?.amount ?? 0n), 0n);
      assert.equal(sum, whole.amount?.amount);
      assert.deepEqual(found.children.at(-1), whole.children.at(-1));
    }
    const behind = { ...bounds, standingOf: standingAt(events.length - 60) };
    await assert.rejects(
      explain(test.store, { category: 'wallet', id: walletId }, { entries: 2, bounds: behind }),
      /The lists are behind the ledger/,
    );
  });

  it('and its papers by what is booked around their steps, as the whole wallet has it', async () => {
    const { test, orders, depositId, bounds } = await longStory();
    const subjects = [0, 1, 100, 199, 200].map((at) => ({ category: 'order' as const, id: orders[at] ?? '' }));
    for (const subject of [{ category: 'deposit' as const, id: depositId }, ...subjects]) {
      const whole = await explain(test.store, subject, { entries: 2 });
      const { reads, store } = counted(test.store);
      const found = await explain(store, subject, { entries: 2, bounds });
      assert.ok(reads.events < 100, `${reads.events} events of the wallet were read`);
      const { facts, ...booked } = found?.children.at(-1) ?? assert.fail('what is booked');
      assert.match(facts?.where ?? '', /has 204 events. Those around each step/);
      assert.deepEqual({ ...found, children: found?.children.with(-1, booked) }, whole);
    }
  });

  it('by settings that are read once, and no further once nobody waits', async () => {
    const { test, walletId, depositId } = await story();
    const { reads, store } = counted(test.store);
    await explain(store, { category: 'deposit', id: depositId }, { entries: 5 });
    assert.equal(reads.settings, 1, 'the account and the rounding of one deposit');
    const stop = new AbortController();
    const stopping: Pick<EventStore, 'readStream'> = {
      readStream(streamId, options) {
        stop.abort();
        return store.readStream(streamId, options);
      },
    };
    const before = reads.events;
    const subject = { category: 'wallet', id: walletId } as const;
    await assert.rejects(explain(stopping, subject, { entries: 5, signal: stop.signal }), /nobody waits/);
    assert.equal(reads.events, before);
  });
});

describe('a withdrawal is explained', () => {
  it('by its own entry as by its number, with the file for the bank and the line of its statement', async () => {
    const { test } = await history();
    const paid = test.store.events.find(({ type }) => type === 'WithdrawalCompleted');
    assert.ok(paid);
    const kept: KeptPapers = {
      transfersOf: async (id) => {
        const transfer = { endToEndId: 'WDR-1-PAY-000002', madeBy: 'ada', madeAt: new Date(0), withdrawnAt: null };
        return paid.streamId === `withdrawal-${id}` ? [{ file: 'PAY-000002', ...transfer }] : [];
      },
      itemsOf: async (file) =>
        file === 'PAY-000002' ? [{ withdrawalId: paid.streamId.slice('withdrawal-'.length), lineId: null }] : [],
      lineOf: async () => null,
    };
    const entry = `${paid.streamId}@${paid.revision}`;
    const { text, code } = await runBeside({ keptPapers: kept }, test.store, 'explain', entry);
    assert.equal(code, 0);
    assert.match(text, /^Completed {2}\$10\.00/);
    assert.match(text, /Withdrawal WDR-1 {2}\$10\.00/);
    assert.match(text, /In the payout file PAY-000002 {2}by administrator ada\n.*end-to-end id: WDR-1-PAY-000002/);
    const file = await runBeside({ keptPapers: kept }, test.store, 'explain', 'pay-000002');
    assert.match(file.text, /^File for the bank PAY-000002\n.*transfers: 1\n└─ Withdrawal WDR-1 {2}\$10\.00/);
    assert.match(
      (await runBeside({ keptPapers: kept }, test.store, 'explain', 'PAY-000009')).err,
      /no file for the bank/,
    );
    assert.equal((await run(test.store, 'explain', 'PAY-000002')).code, 3);
    // Without Postgres, the log alone gives the rest.
    assert.match((await run(test.store, 'explain', 'WDR-1')).text, /^Withdrawal WDR-1/);
  });
});

describe('an invoice is explained', () => {
  it('by its number, with its place in the series and its order; a credit note by its own', async () => {
    const { test, orderId } = await history();
    const year = test.store.events.find(({ type }) => type === 'OrderPaid')?.created.getUTCFullYear();
    const { text, code, err } = await run(test.store, 'explain', `inv-${year}-000001`);
    assert.equal(code, 0, err);
    assert.match(text, new RegExp(`^Invoice INV-${year}-000001 {2}\\$25\\.00`));
    assert.match(text, new RegExp(`place: 1 of its series of ${year}\\n`));
    assert.match(text, /└─ Order /);
    assert.ok(text.includes(orderId));
    const none = await run(test.store, 'explain', `INV-${year}-000003`);
    assert.equal(none.code, 1);
    assert.match(none.err, new RegExp(`Did you mean INV-${year}-00000\\d\\?`));
    const credited = await run(test.store, 'explain', `CN-${year}-000001`);
    assert.match(
      credited.text,
      new RegExp(`^Credit note CN-${year}-000001 {2}\\$5\\.00[^]*credits: INV-${year}-000002\\n`),
    );
  });
});

describe('a return from suspense is explained', () => {
  it('by the number that its transfer has', async () => {
    const test = createTestLedger();
    const lineId = '5f3a9c0b1d'.padEnd(64, '0');
    const amount = { amount: 500n, currency: 'EUR' } as const;
    await test.send({ type: 'HoldBankLine', lineId, amount, by: 'ada', receivedOn: '2026-01-05' });
    const { text, code, err } = await run(test.store, 'explain', 'RET-5F3A9C0B1D');
    assert.equal(code, 0, err);
    assert.match(text, /^Line of the bank, in suspense {2}€5\.00/);
  });
});

describe('ledger explain', () => {
  it('prints the same tree for a number, an event, its place, and a wallet', async () => {
    const { test, walletId, depositId } = await story();
    const byNumber = await run(test.store, 'explain', 'dep-7');
    assert.equal(byNumber.code, 0, byNumber.err);
    assert.match(byNumber.text, /^Deposit DEP-7 {2}\$120\.00\n/);
    assert.match(byNumber.text, /│ {2}└─ Second pair of eyes {2}by administrator bob/);
    const event = test.events(`wallet-${walletId}`)[1];
    assert.ok(event);
    const byEvent = await run(test.store, 'explain', event.id);
    assert.match(byEvent.text, /^Credited: deposit {2}\$120\.00/);
    for (const name of [`wallet-${walletId.slice(0, 8)}@1`, String(event.position)]) {
      assert.equal((await run(test.store, 'explain', name)).text, byEvent.text);
    }
    assert.match((await run(test.store, 'explain', walletId)).text, /^Balance {2}\$94\.00/);
    const { what, amount } = JSON.parse((await run(test.store, 'explain', depositId, '--json')).text);
    assert.deepEqual({ what, amount }, { what: 'Deposit DEP-7', amount: { amount: '120.00', currency: 'USD' } });
  });

  it('refuses what is no figure', async () => {
    const { test } = await story();
    assert.match((await run(test.store, 'explain', 'nonsense')).err, /wallet-7a1e@12/);
    assert.equal((await run(test.store, 'explain', '999999')).code, 1);
  });
});
