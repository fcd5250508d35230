import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CliError } from '#core/cli/output.ts';
import { history, run, runWith } from '#core/cli/testing/cli-story.ts';
import { money } from '#core/kernel/money/money.ts';
import { balanced, credit, debit } from '#core/kernel/money/postings.ts';
import { createTestLedger, fundedWallet, type TestLedger } from '#core/testing/test-ledger.ts';
import { beancountName } from './chart.ts';
import { createMonthEnds } from './month-ends.ts';

/** The part of @rustledger/wasm that these tests use. It is loaded by its path: with its own types, every type check would load it. */
type Rustledger = {
  default(from: { module_or_path: Buffer }): Promise<unknown>;
  validateSource(source: string): { readonly valid: boolean; readonly errors: readonly unknown[] };
  query(source: string, query: string): { readonly rows: readonly unknown[][]; readonly errors: readonly unknown[] };
};
const rustledger: Rustledger = await import(import.meta.resolve('@rustledger/wasm'));
const { validateSource, query } = rustledger;
before(async () => {
  const wasm = new URL(import.meta.resolve('@rustledger/wasm/rustledger_wasm_bg.wasm'));
  await rustledger.default({ module_or_path: await readFile(wasm) });
});

const exported = async (test: TestLedger, ...argv: string[]) => {
  const result = await run(test.store, 'export', '--format', ...argv);
  assert.equal(result.code, 0, result.err);
  return result.text;
};
/** Every account with its balance as our trial balance has it: `account currency` → decimal, credits below zero. */
async function trialBalance(test: TestLedger, ...argv: string[]): Promise<Map<string, string>> {
  const { out } = await run(test.store, 'trial-balance', '--all', '--json', ...argv);
  const rows = out.map((line): { account: string; currency: string; debit: string; credit: string } =>
    JSON.parse(line),
  );
  return new Map(
    rows
      .filter(({ account }) => !account.startsWith('Total'))
      .map(({ account, currency, debit: left, credit: right }) => [`${account} ${currency}`, left || `-${right}`]),
  );
}

describe('the beancount journal', () => {
  it('is valid, and its balances are those of our trial balance', async () => {
    const { test } = await history();
    await fundedWallet(test, 1_234n, 'JPY');
    await fundedWallet(test, 1_234n, 'KWD');
    const journal = await exported(test, 'beancount');
    assert.deepEqual(validateSource(journal).errors, []);
    const ours = await trialBalance(test);
    for (const [key, amount] of ours) {
      const [account = '', currency] = key.split(' ');
      const asked = query(
        journal,
        `SELECT sum(number) WHERE account = '${beancountName(account)}' AND currency = '${currency}'`,
      );
      assert.deepEqual(asked.errors, []);
      assert.equal(Number(asked.rows[0]?.[0] ?? 0), Number(amount), key);
    }
    assert.ok(ours.size >= 7);
  });

  it('is not valid where an amount of it was changed', async () => {
    const { test } = await history();
    const journal = await exported(test, 'beancount');
    const changed = journal.replaceAll('100.00 USD', '100.01 USD');
    assert.notEqual(changed, journal);
    assert.equal(validateSource(changed).valid, false);
  });

  it('names the event, the paper and the stream of each entry, whatever stands in a number', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    const document = { kind: 'deposit' as const, id: walletId, number: 'DEP "1"\\ (x); y' };
    await test.send({ type: 'CreditDeposit', walletId, reference: 'a', amount: money(100n, 'USD'), document });
    const journal = await exported(test, 'beancount');
    assert.deepEqual(validateSource(journal).errors, []);
    assert.match(journal, new RegExp(`event: "${test.events().at(-1)?.id}"`));
    assert.match(journal, /document: "DEP \\"1\\"\\\\ \(x\); y"/);
    const plain = await exported(test, 'hledger');
    assert.match(plain, /^\d{4}-\d{2}-\d{2} \* \(DEP "1"\\ {2}x {2} y\) Wallet credited: deposit$/m);
  });
});

describe('the hledger journal', () => {
  it('declares what it uses, and asserts what accounts hold at the ends of months', async () => {
    const { test, walletId } = await history();
    const journal = await exported(test, 'hledger');
    assert.match(journal, /^commodity 1000\.00 USD$/m);
    assert.match(journal, /^commodity 1000\. JPY$/m);
    assert.match(journal, new RegExp(`^account liabilities:wallet:${walletId} {2}; Customers’ wallets$`, 'm'));
    assert.match(journal, new RegExp(`^ {4}liabilities:wallet:${walletId} {2}0\\.00 USD = -65\\.00 USD$`, 'm'));
    const used = new Set(journal.match(/^ {4}(?:assets|liabilities|income):\S+/gm)?.map((line) => line.trim()));
    const declared = new Set([...journal.matchAll(/^account (\S+)/gm)].map(([, account]) => account));
    assert.deepEqual(used, declared);
  });
});

describe('a range of days', () => {
  it('begins with what was there before, and ends with what there was then', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    const document = { kind: 'deposit' as const, id: walletId, number: 'DEP-1' };
    for (const [at, reference] of [
      '2026-01-31T23:59:59.999Z',
      '2026-02-28T12:00:00.000Z',
      '2026-04-01T00:00:00.000Z',
    ].entries()) {
      await test.ledger.execute(
        { type: 'CreditDeposit', walletId, reference: `${at}`, amount: money(100n, 'USD'), document },
        { commandId: `${at}`, correlationId: 'c', actor: { kind: 'system', id: 'test' }, time: reference },
      );
    }
    const journal = await exported(test, 'hledger', '--from', '2026-02-01', '--to', '2026-03-31');
    assert.deepEqual(
      [...journal.matchAll(/^(\d\S+) \* (?:\(.*\) )?(.*)$/gm)].map(([, date, words]) => [date, words]),
      [
        ['2026-02-28', 'Wallet credited: deposit'],
        ['2026-02-01', 'Opening balances'],
        ['2026-02-28', 'Balances asserted'],
      ],
    );
    assert.match(journal, /assets:bank:USD {2}0\.00 USD = 2\.00 USD/);
    const bean = await exported(test, 'beancount', '--from', '2026-02-01', '--to', '2026-03-31');
    assert.match(bean, /^2026-03-01 balance Assets:Bank:USD {2}2\.00 ~ 0 USD$/m);
    assert.deepEqual(validateSource(bean).errors, []);
    assert.equal((await exported(test, 'csv', '--from', '2026-02-01')).split('\n').length, 5);
  });

  it('knows months out of their order, and the last one by its last entry', () => {
    const ends = createMonthEnds();
    const post = (date: string, amount: bigint) => {
      const lines = balanced(
        debit('assets:bank:USD', money(amount, 'USD')),
        credit('income:sales:USD', money(amount, 'USD')),
      );
      for (const line of lines) ends.post(line, date);
    };
    post('2028-03-05', 4n);
    post('2028-02-10', 1n);
    post('2028-02-01', 2n);
    assert.deepEqual(
      [...ends.ends()].map(({ date, balances }) => [date, ...balances.map(({ balance }) => balance)]),
      [
        ['2028-02-29', 3n, -3n],
        ['2028-03-05', 7n, -7n],
      ],
    );
    assert.deepEqual(new Set(ends.accounts().map(({ since }) => since)), new Set(['2028-02-01']));
  });
});

describe('the table', () => {
  it('has a line for each posting, debits equal to credits, and the way back to the event', async () => {
    const { test } = await history();
    const [head, ...lines] = (await exported(test, 'csv')).split('\n').map((line) => line.split(','));
    const column = (name: string) => head?.indexOf(name) ?? -1;
    const total = (name: string) =>
      lines.reduce((sum, line) => sum + BigInt((line[column(name)] || '0').replace('.', '')), 0n);
    assert.equal(total('debit'), total('credit'));
    assert.ok(total('debit') > 0n);
    const ids = new Set(test.events().map(({ id }) => id));
    assert.ok(lines.every((line) => ids.has(line[column('event')] ?? '')));
  });
});

describe('a file', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'export-'));
  });
  after(() => rm(directory, { recursive: true }));

  it('is written whole', async () => {
    const { test } = await history();
    const file = path.join(directory, 'books.journal');
    assert.equal(await exported(test, 'hledger', '--out', file), '');
    assert.equal(await readFile(file, 'utf8'), `${await exported(test, 'hledger')}\n`);
  });

  it('replaces a file behind a link, which stays a link, and writes into what is no file', async () => {
    const { test } = await history();
    const own = await mkdtemp(path.join(tmpdir(), 'export-out-'));
    try {
      const [file, link] = [path.join(own, 'real.csv'), path.join(own, 'link.csv')];
      await symlink('real.csv', link);
      for (const before of ['not there yet', 'there']) {
        await exported(test, 'csv', '--out', link);
        assert.ok((await lstat(link)).isSymbolicLink(), before);
        assert.match(await readFile(file, 'utf8'), /^\uFEFFdate,/, before);
      }
      assert.deepEqual((await readdir(own)).toSorted(), ['link.csv', 'real.csv']);
      const pipe = path.join(own, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const read = readFile(pipe, 'utf8');
      await exported(test, 'csv', '--out', pipe);
      assert.equal(await read, await readFile(file, 'utf8'));
      assert.ok((await lstat(pipe)).isFIFO());
    } finally {
      await rm(own, { recursive: true });
    }
  });

  it('is refused in a sentence where the disk is full', { skip: !existsSync('/dev/full') }, async () => {
    const { test } = await history();
    const { code, err } = await run(test.store, 'export', '--format', 'csv', '--out', '/dev/full');
    assert.equal(code, 2);
    assert.match(err, /\/dev\/full cannot be written \(ENOSPC\)\.$/);
    assert.ok((await lstat('/dev/full')).isCharacterDevice());
  });

  it('is refused in a sentence where its folder is missing, or it is a folder', async () => {
    const { test } = await history();
    for (const file of [path.join(directory, 'none', 'books.journal'), directory]) {
      const { code, err } = await run(test.store, 'export', '--format', 'hledger', '--out', file);
      assert.equal(code, 2);
      assert.match(err, /cannot be written \(E[A-Z]+\)\.$/);
    }
  });

  it('is refused, as every range, that ends before it begins', async () => {
    const { test, walletId } = await history();
    const days = ['--from', '2026-11-01', '--to', '2026-10-01'];
    for (const argv of [
      ['export', '--format', 'csv', ...days],
      ['statement', walletId, ...days],
      ['journal', ...days],
    ]) {
      const { code, err } = await run(test.store, ...argv);
      assert.equal(code, 2);
      assert.match(err, /--from \(2026-11-01\) is after --to \(2026-10-01\)/);
    }
  });

  it('is not there after a failure', async () => {
    const { test } = await history();
    const broken = {
      ...test.store,
      readAll: async function* () {
        yield* [];
        throw new Error('gone');
      },
    };
    await assert.rejects(run(broken, 'export', '--format', 'csv', '--out', path.join(directory, 'broken.csv')), /gone/);
    assert.deepEqual(await readdir(directory), ['books.journal']);
  });

  it('is not there after Ctrl-C, which waits for nothing', async () => {
    const { test } = await history();
    const stopping = new AbortController();
    const isOpen = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const slow = {
      ...test.store,
      readAll: async function* (...given: Parameters<typeof test.store.readAll>) {
        for await (const event of test.store.readAll(...given)) {
          while (!(await readdir(directory)).includes('cut.csv.partial')) await setImmediate();
          isOpen.resolve();
          await goesOn.promise;
          yield event;
        }
      },
    };
    const command = runWith(
      { withStore: (work) => work(slow, {}), signal: stopping.signal },
      ...['export', '--format', 'csv', '--out', path.join(directory, 'cut.csv')],
    );
    await isOpen.promise;
    stopping.abort(new CliError('', 130));
    assert.deepEqual(await readdir(directory), ['books.journal']);
    goesOn.reject(new Error('gone'));
    assert.equal((await command).code, 130);
  });
});

describe('by value date', () => {
  it('an entry is of the day on which the bank received the money', async () => {
    const test = createTestLedger();
    const walletId = await fundedWallet(test, 0n);
    const document = { kind: 'deposit' as const, id: walletId, number: 'DEP-1' };
    const command = { type: 'CreditDeposit', walletId, reference: 'a', amount: money(100n, 'USD'), document } as const;
    await test.ledger.execute(
      { ...command, valueDate: '2026-01-31' },
      { commandId: 'a', correlationId: 'c', actor: { kind: 'system', id: 'test' }, time: '2026-02-01T10:00:00.000Z' },
    );
    const january = ['hledger', '--to', '2026-01-31'];
    assert.match(await exported(test, ...january, '--by', 'value-date'), /^2026-01-31 \* \(DEP-1\)/m);
    assert.doesNotMatch(await exported(test, ...january), /DEP-1/);
    assert.match(
      await exported(test, 'hledger'),
      /^2026-02-01 \* \(DEP-1\).*\n(?: {4}; .*\n)* {4}; valued:2026-01-31$/m,
    );
  });
});
