import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { notarise } from '#core/proofs/notary/notary.ts';
import { createMemoryLogBook } from '#core/proofs/notary/testing/memory-log-book.ts';
import { createSigner } from '#core/proofs/sign.ts';
import { createTestLedger, fundedWallet, usd } from '#core/testing/test-ledger.ts';
import { createDocumentNumbers } from './document-numbers.ts';
import { history, run, runWith } from './testing/cli-story.ts';
import type { Workplace } from './workplace.ts';

describe('history', () => {
  it('lists what happened, and only what the filters ask for', async () => {
    const { test, walletId, orderId } = await history();
    const all = await run(test.store, 'history', '--json');
    assert.equal(all.code, 0);
    assert.equal(all.out.length, test.store.events.length);
    const paid = await run(test.store, 'history', '--stream', `order-${orderId}`, '--type', 'orderpaid', '--json');
    assert.deepEqual(
      paid.out.map((line) => JSON.parse(line).type),
      ['OrderPaid'],
    );
    const wallet = await run(test.store, 'history', '--wallet', walletId, '--json');
    assert.equal(wallet.out.length, test.store.events.length);
    const stranger = await fundedWallet(test, 5n);
    const theirs = await run(test.store, 'history', '--wallet', stranger, '--json');
    assert.ok(theirs.out.length > 0 && theirs.out.every((line) => !line.includes(walletId)));
    assert.equal((await run(test.store, 'history', '--limit', '2', '--json')).out.length, 2);
  });

  it('says so when nothing matches', async () => {
    const { test } = await history();
    const none = await run(test.store, 'history', '--to', '2001-01-01');
    assert.equal(none.code, 1);
    assert.match(none.err, /No event matches/);
  });

  it('writes CSV that no spreadsheet runs', async () => {
    const test = createTestLedger();
    await test.send({
      type: 'RequestDeposit',
      depositId: randomUUID(),
      number: '=HYPERLINK("x")',
      customerId: randomUUID(),
      walletId: randomUUID(),
      amount: usd(100n),
      note: null,
    });
    const journal = await run(test.store, 'history', '--csv');
    assert.match(journal.text, /^\uFEFFTime,Position/);
    assert.doesNotMatch(journal.text, /,=HYPERLINK|^=HYPERLINK/m);
  });
});

describe('balance and statement', () => {
  it('follow from the wallet’s own events', async () => {
    const { test, walletId } = await history();
    const now = JSON.parse((await run(test.store, 'balance', walletId, '--json')).text);
    assert.deepEqual(
      { balance: now.balance, held: now.held, available: now.available },
      { balance: '65.00', held: '0.00', available: '65.00' },
    );
    const explained = await run(test.store, 'balance', `wallet-${walletId}`, '--explain');
    assert.match(explained.text, /HoldCaptured\s+\$65\.00/);
    assert.match(explained.text, /Available\s+\$65\.00/);
    const lines = await run(test.store, 'statement', walletId, '--csv');
    assert.match(lines.text, /^\uFEFFTime,Document,Description,In,Out,Balance,Currency\n,,Opening balance,,,0\.00,USD/);
    assert.match(lines.text, /order,,25\.00/);
    assert.match(lines.text, /refund,5\.00/);
    assert.match(lines.text, /withdrawal,,10\.00/);
    assert.match(lines.out.at(-1) ?? '', /Closing balance,,,65\.00,USD/);
    const movements = (await run(test.store, 'balance', walletId, '--explain', '--json')).out;
    const { balance, currency } = JSON.parse(movements.at(-1) ?? '');
    assert.deepEqual({ balance, currency }, { balance: '65.00', currency: 'USD' });
  });

  it('look back in time', async () => {
    const test = createTestLedger();
    const walletId = randomUUID();
    const send = (command: Parameters<typeof test.send>[0], time: string) =>
      test.ledger.execute(command, {
        commandId: randomUUID(),
        correlationId: 'c',
        actor: { kind: 'system', id: 'test' },
        time,
      });
    await send({ type: 'OpenWallet', walletId, customerId: randomUUID(), currency: 'USD' }, '2026-01-01T10:00:00.000Z');
    const document = { kind: 'deposit' as const, id: randomUUID(), number: 'DEP-1' };
    await send(
      { type: 'CreditDeposit', walletId, reference: 'a', amount: usd(100n), document },
      '2026-01-31T23:30:00.000Z',
    );
    await send(
      { type: 'CreditDeposit', walletId, reference: 'b', amount: usd(50n), document },
      '2026-02-01T00:00:00.000Z',
    );
    const at = async (day: string) =>
      JSON.parse((await run(test.store, 'balance', walletId, '--at', day, '--json')).text);
    assert.equal((await at('2026-01-30')).balance, '0.00');
    assert.equal((await at('2026-01-31')).balance, '1.00');
    assert.equal((await at('2026-02-01T00:00:00Z')).balance, '1.50');
    const february = await run(test.store, 'statement', walletId, '--from', '2026-02-01', '--csv');
    assert.match(february.text, /Opening balance,,,1\.00,USD/);
    assert.match((await run(test.store, 'balance', walletId, '--at', '2025-12-31')).err, /no wallet/);
    const later = await run(test.store, 'balance', walletId, '--at', '9999-12-31', '--json');
    assert.equal(JSON.parse(later.text).balance, '1.50');
    assert.equal(later.err, '9999-12-31 is in the future: the answer is that of now.');
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    assert.equal((await run(test.store, 'balance', walletId, '--at', today, '--json')).err, '');
  });
});

describe('the books', () => {
  it('balance, wallets together or apart', async () => {
    const { test, walletId } = await history();
    const grouped = await run(test.store, 'trial-balance');
    assert.equal(grouped.code, 0);
    assert.match(grouped.text, /assets:bank:USD\s+USD\s+90\.00/);
    assert.match(grouped.text, /liabilities:wallet\s+USD\s+65\.00/);
    assert.match(grouped.text, /Total USD\s+USD\s+90\.00\s+90\.00/);
    assert.match((await run(test.store, 'trial-balance', '--all')).text, new RegExp(`wallet:${walletId}`));
    const income = await run(test.store, 'accounts', 'income:', '--json');
    assert.deepEqual(
      income.out.map((line) => JSON.parse(line)),
      [{ account: 'income:sales:USD', currency: 'USD', balance: '25.00', side: 'credit' }],
    );
    assert.equal((await run(test.store, 'accounts', 'nothing:')).code, 1);
  });

  it('are exported line by line, debits equal to credits', async () => {
    const { test } = await history();
    const lines = (await run(test.store, 'journal', '--json')).out.map((line) => JSON.parse(line));
    const total = (side: 'debit' | 'credit') =>
      lines.reduce((sum, line) => sum + BigInt((line[side] || '0').replace('.', '')), 0n);
    assert.ok(lines.length >= 10);
    assert.equal(total('debit'), total('credit'));
  });

  it('name the paper of each line, also where a payout leaves the bank', async () => {
    const { test } = await history();
    const paid = (await run(test.store, 'journal', '--json')).out
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'WithdrawalCompleted');
    assert.deepEqual(
      paid.map(({ account, document }) => [account, document]),
      [
        ['liabilities:payouts:USD', 'WDR-1'],
        ['assets:bank:USD', 'WDR-1'],
      ],
    );
    const { text } = await run(test.store, 'export', '--format', 'csv');
    assert.match(text, /Withdrawal completed,assets:bank:USD,[^\n]*,10\.00,USD,WDR-1,/);
    const [completed] = test.store.events.filter(({ type }) => type === 'WithdrawalCompleted');
    assert.ok(completed);
    const numberOf = createDocumentNumbers(test.store);
    assert.equal(
      await numberOf(ledgerCodec.decode(completed)),
      'WDR-1',
      'where its hold lies before the days asked for',
    );
  });
});

describe('trace', () => {
  it('shows causes as a tree, from any of its ids', async () => {
    const { test, orderId } = await history();
    const byOrder = await run(test.store, 'trace', orderId);
    assert.match(byOrder.text, /OrderPlaced/);
    assert.match(byOrder.text, /└─ WalletDebited/);
    assert.match(byOrder.text, / {3}└─ OrderPaid/);
    const correlation = test.events(`order-${orderId}`)[0]?.metadata.correlationId ?? '';
    assert.equal((await run(test.store, 'trace', correlation)).text, byOrder.text);
    assert.equal((await run(test.store, 'trace', randomUUID())).code, 1);
  });
});

describe('periods', () => {
  it('says that none is closed, which is no failure', async () => {
    const { test } = await history();
    const { code, err } = await run(test.store, 'periods');
    assert.deepEqual([code, err], [0, 'No month was closed yet.']);
  });
});

describe('import', () => {
  it('says how far each of its steps is', async () => {
    let bars = 0;
    const importLog: Workplace['importLog'] = async (_file, _address, onProgress) => {
      for (const what of ['Reading the file', 'Writing', 'Reading back']) {
        onProgress(what, 1, 2);
        onProgress(what, 2, 2);
      }
      return { events: 2, streams: 1, heads: 'ab' };
    };
    const onBar = () => {
      bars += 1;
    };
    const target = ['--to', 'esdb://localhost:1?tls=false'];
    const { code, text } = await runWith({ importLog, onBar }, 'import', import.meta.filename, ...target);
    assert.deepEqual([code, text, bars], [0, '2 events in 1 streams, heads ab: those of the file.', 3]);
    const missing = await runWith({ importLog }, 'import', `${import.meta.filename}.none`, ...target);
    assert.equal(missing.code, 2);
    assert.match(missing.err, /cannot be read \(ENOENT\)/);
  });
});

describe('wrong usage', () => {
  for (const [argv, message] of [
    [['balance'], /missing required argument 'wallet'/],
    [['balance', 'nonsense'], /^error: <wallet> 'nonsense' is invalid\. Expected the id of a wallet/],
    [
      ['balance', randomUUID(), '--at', '2026-02-31'],
      /'2026-02-31' is invalid\. It does not exist\. Expected a day such as/,
    ],
    [['balance', randomUUID(), '--at', 'yesterday'], /Expected a day such as/],
    ...[
      ...['2026-02-30T10:00:00Z', '2026-04-31T00:00:00Z', '2026-02-31 10:00', '2026-03-31 junk', '2026-03-31 march'],
      ...[
        '2026-03-31 (end of Q1)',
        '2026-03-31T24:01:00Z',
        '2026-03-31T10:60',
        '31.03.2026',
        '2026-3-31',
        '+002026-03-31',
      ],
    ].map((text): [string[], RegExp] => [['trial-balance', '--at', text], /Expected a day such as/]),
    [['history', '--stream', 'bank-1'], /Expected a stream such as/],
    [['history', '--type', 'OrderPayed'], /There is no event OrderPayed/],
    [['history', '--limit', '0'], /above zero/],
    [['history', '--json', '--csv'], /cannot be used with/],
    [['repair'], /unknown command/],
  ] as const) {
    it(`of \`${argv.join(' ')}\` is explained`, async () => {
      const result = await run(createTestLedger().store, ...argv);
      assert.equal(result.code, 2);
      assert.match(result.err, message);
    });
  }

  it('of a command that needs more than an event store, with the address of another one, is refused', async () => {
    const { code, err } = await run(
      createTestLedger().store,
      'checkpoint',
      '--eventstore',
      'esdb://localhost:1?tls=false',
    );
    assert.equal(code, 2);
    assert.match(err, /leave --eventstore out/);
  });

  it('help has examples', async () => {
    const store = createTestLedger().store;
    for (const argv of [['--help'], []]) {
      const result = await run(store, ...argv);
      assert.equal(result.code, 0);
      assert.match(result.text, /ledger balance/);
    }
  });

  it('an absent event store is told apart', async () => {
    const away: EventStore = {
      ...createTestLedger().store,
      readAll: () => {
        throw new DomainError('unavailable', 'away', { cause: 'connection refused' });
      },
    };
    const result = await run(away, 'verify');
    assert.equal(result.code, 3);
    assert.match(result.err, /cannot be reached: connection refused/);
  });
});

describe('--version', () => {
  it('says which program this is, without a store', async () => {
    assert.deepEqual((await runWith({ version: '1.2.3' }, '--version')).text.trim(), '1.2.3');
  });
});

describe('checkpoint', () => {
  it('shows how far it is while it reads the log, and prints the head', async () => {
    const { test } = await history();
    const signersOf = (origin: string) => [createSigner(origin, Buffer.alloc(32, 5))] as const;
    const options = { store: test.store, book: createMemoryLogBook(), origin: 'shop.example/tlog', signersOf };
    let bars = 0;
    const { code, out } = await runWith(
      {
        onBar: () => {
          bars += 1;
        },
        signHead: async (readLog) => {
          const head = await notarise({ ...options, readLog });
          return head && { ...head, problems: [] };
        },
      },
      'checkpoint',
    );
    assert.equal(code, 0);
    assert.equal(out[0]?.split('\n')[1], `${test.store.events.length}`);
    assert.equal(bars, 1);
  });
});
