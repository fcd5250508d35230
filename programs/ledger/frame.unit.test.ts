import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Column, writeRows } from '#core/cli/table.ts';
import { history } from '#core/cli/testing/cli-story.ts';
import type { Choose } from '#core/cli/workplace.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { createTestLedger, fundedWallet } from '#core/testing/test-ledger.ts';
import { run, runLedger } from './testing/ledger-story.ts';

const shell = promisify(execFile);

describe('a table', () => {
  const AMOUNTS: readonly Omit<Column<never>, 'of'>[] = [
    { name: 'What', width: 20 },
    { name: 'Amount', width: 6, align: 'right' },
  ];
  const write = async (rows: readonly (readonly string[])[], terminal?: number, columns = AMOUNTS) => {
    const out: string[] = [];
    const line = async (text = '') => {
      out.push(text);
    };
    const output = { line, note() {}, progress: () => ({ update() {}, stop() {} }), columns: terminal };
    const columnsOfRow = columns.map((column, at) => ({ ...column, of: (row: readonly string[]) => row[at] ?? '' }));
    await writeRows({ output, format: 'table' }, rows, columnsOfRow);
    return out;
  };
  const long = ['a text that is longer than what is left', '12,345,678.90'];

  it('cuts texts to fit the terminal, never the amounts', async () => {
    const lines = await write([long, ['short', '1.00']], 30);
    assert.deepEqual(lines.slice(2), ['a text that is…  12,345,678.90', 'short                     1.00']);
  });

  it('cuts ids before other texts, and times never', async () => {
    const ids = [
      { name: 'Time', width: 20, cut: 'never' },
      { name: 'Stream', width: 47, cut: 'first' },
      { name: 'Details', width: 40 },
    ] as const;
    const row = ['2026-04-09T09:30:00Z', 'deposit-034e37f1-0000', 'approved amount $500.00 · DEP-000012'];
    assert.deepEqual((await write([row], 80, ids)).at(-1), `${row[0]}  deposit-034e37f1-00…  ${row[2]}`);
    assert.match(
      (await write([row], 60, ids)).at(-1) ?? '',
      /^2026-04-09T09:30:00Z {2}deposit-034e37f… {2}approved amount \$5.*…$/,
    );
  });

  it('is as wide as its rows where nobody watches', async () => {
    const [, rule, first] = await write([long]);
    assert.equal(first, long.join('  '));
    assert.equal(rule, `${'─'.repeat(39)}  ${'─'.repeat(13)}`);
  });

  it('keeps the widths of its first rows when more come, and cuts none of them in a pipe', async () => {
    const rows = [...Array.from({ length: 100 }, () => ['a', '1']), long];
    assert.equal((await write(rows)).at(-1), long.join('  '));
    assert.equal((await write(rows, 40)).at(-1), 'a text that is long…  12,345,678.90');
  });
});

describe('a name', () => {
  it('may be the first characters of an id, or the number on a paper', async () => {
    const { test, walletId } = await history();
    const whole = await run(test.store, 'balance', walletId, '--json');
    for (const name of [walletId.slice(0, 8), `wallet-${walletId.slice(0, 6)}`, 'wdr-1']) {
      assert.deepEqual(await run(test.store, 'balance', name, '--json'), whole);
    }
    const [first] = test.events().filter(({ type }) => type === 'WithdrawalRequested');
    const byNumber = await run(test.store, 'history', '--stream', 'WDR-1', '--json');
    assert.equal(JSON.parse(byNumber.out[0] ?? '').stream, first?.streamId);
    assert.equal(
      (await run(test.store, 'trace', 'WDR-1')).text,
      (await run(test.store, 'trace', first?.streamId ?? '')).text,
    );
  });

  it('that fits several is refused with those it fits', async () => {
    const test = createTestLedger();
    const twins = ['aaaa0000', 'aaaa1111'].map((begin) => begin + randomUUID().slice(8));
    for (const walletId of twins) {
      await test.send({ type: 'OpenWallet', walletId, customerId: randomUUID(), currency: 'USD' });
    }
    const result = await run(test.store, 'balance', 'aaaa');
    assert.equal(result.code, 1);
    for (const id of twins) assert.match(result.err, new RegExp(id));
  });

  it('that fits none names the nearest', async () => {
    const { test, walletId } = await history();
    const wrong = `${walletId.slice(0, -1)}${walletId.endsWith('0') ? '1' : '0'}`;
    assert.match((await run(test.store, 'balance', wrong)).err, new RegExp(`Did you mean wallet-${walletId}`));
    assert.match((await run(test.store, 'trace', 'WDR-2')).err, /Did you mean WDR-1\?/);
    assert.match((await run(test.store, 'history', '--type', 'OrdrPaid')).err, /Did you mean OrderPaid\?/);
    assert.match((await run(test.store, 'balence')).err, /Did you mean balance\?/);
  });

  it('that is an e-mail address is refused with the way there', async () => {
    const result = await run(createTestLedger().store, 'history', '--customer', 'ada@example.com');
    assert.equal(result.code, 2);
    assert.match(result.err, /holds no e-mail addresses.*back office under Users/);
  });
});

describe('a search', () => {
  /** How many events leave the store before the command has its answer, without those read to find the log's end. */
  async function brought(store: EventStore, ...argv: string[]) {
    let events = 0;
    async function* counted(options: Parameters<EventStore['readAll']>[0] = {}) {
      for await (const event of store.readAll(options)) {
        if (options.maxCount !== 1) events += 1;
        yield event;
      }
    }
    const { code, text } = await run({ ...store, readAll: counted }, ...argv);
    assert.equal(code, 0, argv.join(' '));
    return { events, text };
  }

  it('for the number of a paper brings that paper alone', async () => {
    const { test } = await history();
    const { events, text } = await brought(test.store, 'explain', 'WDR-1');
    assert.match(text, /^Withdrawal WDR-1 /);
    assert.equal(events, 1);
  });

  it('for an event answers with it', async () => {
    const { test, orderId } = await history();
    const [placed] = test.events(`order-${orderId}`);
    assert.ok(placed);
    assert.match((await run(test.store, 'explain', placed.id)).text, /^Placed/);
  });

  it('for what belongs together answers with nothing else', async () => {
    const { test, orderId } = await history();
    const lines = (await run(test.store, 'trace', orderId, '--json')).text.split('\n');
    assert.ok(lines.length < test.store.events.length);
    assert.ok(
      lines.every((line) => line.includes(orderId)),
      lines.find((line) => !line.includes(orderId)),
    );
  });
});

describe('history --follow', () => {
  it('shows what comes, of one wallet, until it is interrupted', async () => {
    const { test, walletId } = await history();
    const stop = new AbortController();
    const shown = runLedger(
      { withStore: (work) => work(test.store, {}), signal: stop.signal },
      ...['history', '--follow', '--wallet', walletId, '--limit', '1', '--json'],
    );
    await new Promise(setImmediate);
    await fundedWallet(test, 5n);
    await test.send({
      type: 'SetCreditLimit',
      walletId,
      limit: { amount: 5n, currency: 'USD' },
      by: { id: 'a', aloneUpTo: null },
    });
    const { code, out } = await shown;
    assert.equal(code, 0);
    assert.deepEqual(
      out.map((line) => JSON.parse(line).type),
      ['WalletCreditLimitSet'],
    );
  });
});

async function* onlyWithout(store: EventStore, type: string) {
  for await (const event of store.readAll()) if (event.type !== type) yield event;
}

describe('answers for programs', () => {
  it('come from trace, verify and check', async () => {
    const { test, orderId } = await history();
    const traced = (await run(test.store, 'trace', orderId, '--json')).out.map((line) => JSON.parse(line));
    const placed = traced.find(({ type }) => type === 'OrderPlaced');
    assert.equal(traced.find(({ type }) => type === 'WalletDebited').cause, placed.id);
    const { events, streams } = JSON.parse((await run(test.store, 'verify', '--json')).text);
    assert.equal(events, test.store.events.length);
    assert.equal(streams, new Set(test.store.events.map(({ streamId }) => streamId)).size);
    const checked = await run(test.store, 'check', '--json');
    assert.equal(checked.code, 0);
    const audit = JSON.parse(checked.text);
    assert.deepEqual([audit.isSound, audit.wallets, audit.shelves], [true, 1, 'not looked at']);
    const torn = { ...test.store, readAll: () => onlyWithout(test.store, 'OrderPaid') };
    const wrong = await run(torn, 'check', '--json');
    assert.equal(wrong.code, 1);
    assert.match(JSON.parse(wrong.text).problems.join(), /not marked as paid/);
  });
});

describe('completion', () => {
  /** How to request a shell's completions for the last of these words: one a line. */
  const ASK: Record<'bash' | 'zsh' | 'fish', (script: string, words: readonly string[]) => [string, string]> = {
    bash: (script, words) => [
      '-c',
      `${script}\nCOMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _ledger; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    // Its own widgets need a terminal, so what they receive is printed instead.
    zsh: (script, words) => [
      '-fc',
      `compdef() { }; compset() { }; compadd() { shift; print -l -- "$@" }; _files() { print FILES }
      _describe() { local list=\${@[-1]}; print -l -- \${\${(P)list}%%:*} }
      ${script}\nwords=(${quoted(words)}); CURRENT=${words.length}; _ledger`,
    ],
    fish: (script, words) => ['-c', `${script}\ncomplete -C ${quoted([words.join(' ')])}`],
  };
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
  async function offered(name: keyof typeof ASK, ...words: string[]) {
    const { text } = await run(createTestLedger().store, 'completion', name);
    const { stdout } = await shell(name, ASK[name](text, words), { cwd: import.meta.dirname });
    return stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
  }

  const isInstalled = (name: string) => spawnSync(name, ['--version']).error === undefined;
  for (const name of (['bash', 'zsh', 'fish'] as const).filter(isInstalled)) {
    it(`offers commands, options and values in ${name}, and files where one is asked for`, async () => {
      const ask = (...words: string[]) => offered(name, ...words);
      const begin = async (...words: string[]) =>
        (await ask(...words)).filter((word) => word.startsWith(words.at(-1) ?? ''));
      assert.deepEqual(await begin('ledger', 'stat'), ['statement']);
      assert.deepEqual(await begin('ledger', 'admin', 'res'), ['reset']);
      assert.deepEqual(await begin('ledger', 'balance', '7a1e', '--ex'), ['--explain']);
      assert.deepEqual(await begin('ledger', 'history', '--type', 'OrderPl'), ['OrderPlaced']);
      assert.deepEqual(await begin('ledger', 'completion', 'f'), ['fish']);
      assert.ok((await ask('ledger', 'keys', '')).includes('status'));
      // Only the person knows a day or an id.
      for (const words of [['history', '--from'], ['balance'], ['trace', 'WDR-1']]) {
        assert.deepEqual(await ask('ledger', ...words, ''), [], words.join(' '));
      }
      // bash itself offers files when there is nothing else to offer.
      const areFiles = (offers: readonly string[]) =>
        name === 'bash' ? offers.length === 0 : offers.includes('FILES') || offers.includes('main.ts');
      for (const words of [['reconcile'], ['export', '--settings'], ['verify', '--against']]) {
        assert.ok(areFiles(await ask('ledger', ...words, '')), words.join(' '));
      }
    });
  }

  it('completes a value behind an equals sign', async () => {
    assert.deepEqual(await offered('bash', 'ledger', 'export', '--format', '=', 'hl'), ['hledger']);
  });
});

describe('a bare ledger', () => {
  it('leads a person through what finance asks most, and shows each command', async () => {
    const { test, walletId } = await history();
    const answers = [/what a wallet holds/i, new RegExp(walletId.slice(0, 8)), /nothing more/i];
    const choose: Choose = async (_question, choices) => {
      const answer = answers.shift();
      const chosen = choices.find(({ name }) => answer?.test(name));
      assert.ok(chosen);
      return chosen.value;
    };
    const result = await runLedger({ withStore: (work) => work(test.store, {}), choose });
    assert.equal(result.code, 0);
    assert.match(result.text, new RegExp(`\\$ ledger balance ${walletId} --explain`));
    assert.match(result.text, /Available\s+\$65\.00/);
  });

  it('names papers by their numbers, whatever happened to them last', async () => {
    const { test, orderId } = await history();
    const [placed] = test.events(`order-${orderId}`);
    assert.ok(placed);
    const { number } = placed.data as { readonly number: string };
    const answers = [/an order/i, new RegExp(orderId.slice(0, 8)), /nothing more/i];
    const seen: string[] = [];
    const choose: Choose = async (_question, choices) => {
      seen.push(...choices.map(({ name }) => name));
      const answer = answers.shift();
      const chosen = choices.find(({ name }) => answer?.test(name));
      assert.ok(chosen);
      return chosen.value;
    };
    await runLedger({ withStore: (work) => work(test.store, {}), choose });
    assert.ok(seen.some((name) => name.startsWith(`${orderId.slice(0, 8)}  OrderFulfilled`) && name.includes(number)));
  });
});
