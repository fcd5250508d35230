import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { history, run } from './testing/cli-story.ts';

describe('reconcile', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'reconcile-'));
  after(() => rm(directory, { recursive: true }));

  async function reconcile(store: Parameters<typeof run>[0], ...rows: string[]) {
    const file = path.join(directory, 'bank.csv');
    await writeFile(file, ['date,amount,currency,reference', ...rows, ''].join('\n'));
    const result = await run(store, 'reconcile', file, '--json');
    return { ...result, rows: result.out.map((line) => JSON.parse(line)) };
  }

  it('is green where each line is booked and each booking has its line', async () => {
    const { test } = await history();
    const deposit = test.events().find(({ type }) => type === 'DepositRequested')?.data as { number: string };
    const today = new Date().toISOString().slice(0, 10);
    const whole = [`${today},100.00,USD,${deposit.number}`, `${today},-10.00,USD,WDR-1`];
    const { code, rows, err } = await reconcile(test.store, ...whole);
    assert.equal(code, 0, err);
    assert.deepEqual(
      rows.map(({ result, certainty, document, booked }) => [result, certainty, document, booked]),
      [
        ['matched', 'sure', deposit.number, 'yes'],
        ['matched', 'sure', 'WDR-1', 'yes'],
      ],
    );
  });

  it('names what differs, and fails', async () => {
    const { test } = await history();
    const today = new Date().toISOString().slice(0, 10);
    const { code, rows, err } = await reconcile(test.store, `${today},-11.00,USD,WDR-1`, `${today},5,USD,`);
    assert.equal(code, 1);
    assert.deepEqual(
      rows.map(({ result, amount }) => [result, amount]),
      [
        ['amount differs', '-11.00'],
        ['unknown', '5.00'],
        ['missing', '100.00'],
        ['missing', '-10.00'],
      ],
    );
    assert.match(err, /2 lines: 0 booked, 0 to be decided, 1 amount differs, 0 duplicate, 1 unknown, 2 missing/);
  });

  it('looks at whose account it is and in which currency', async () => {
    const { test } = await history();
    const file = path.join(directory, 'accounts.csv');
    const today = new Date().toISOString().slice(0, 10);
    const rows = [`NL91ABNA0417164300,${today},1.00,EUR`, `DE02120300000000202051,${today},2.00,USD`];
    const reconciled = async (count: number, ...options: string[]) => {
      await writeFile(file, ['account,date,amount,currency', ...rows.slice(0, count), ''].join('\n'));
      return (await run(test.store, 'reconcile', file, ...options)).err;
    };
    assert.match(
      await reconciled(2),
      /statements of several accounts: NL91ABNA0417164300 and DE0\d+\. Nothing was compared/,
    );
    assert.match(
      await reconciled(1, '--account', 'DE02 1203 0000 0000 2020 51'),
      /It is a statement of NL91\w+, not of DE0\d+/,
    );
    assert.match(await reconciled(1, '--currency', 'USD'), /lines in EUR, not in USD/);
    assert.match(await reconciled(1, '--account', 'NL91ABNA0417164300', '--currency', 'eur'), /1 line: 0 booked/);
    assert.match(await reconciled(1, '--currency', 'EURO'), /'EURO' is invalid\. Expected a currency, such as EUR\./);
  });

  it('reads a table by a mapping of its columns', async () => {
    const { test } = await history();
    const [file, mapping] = [path.join(directory, 'odd.csv'), path.join(directory, 'odd.json')];
    await writeFile(file, '02/11/2026;1,00\n');
    const columns = { columns: ['booked_on', 'amount'], titles: [], skip: 0, delimiter: ';' };
    await writeFile(mapping, JSON.stringify({ ...columns, days: 'dmy', decimal: ',', currency: 'EUR', account: '' }));
    const { out } = await run(test.store, 'reconcile', file, '--mapping', mapping, '--json');
    assert.deepEqual([JSON.parse(out[0] ?? '').valueDate, JSON.parse(out[0] ?? '').amount], ['2026-11-02', '1.00']);
    await writeFile(mapping, '{}');
    assert.match((await run(test.store, 'reconcile', file, '--mapping', mapping)).err, /is no mapping of columns/);
  });

  it('says what is wrong with a file', async () => {
    const { test } = await history();
    const { err } = await reconcile(test.store, '2026-02-30,1,USD,');
    assert.match(err, /"2026-02-30" is not a day.* Nothing was compared\.$/);
    const absent = await run(test.store, 'reconcile', path.join(directory, 'none.xml'));
    assert.deepEqual([absent.code, absent.err], [2, `${path.join(directory, 'none.xml')} cannot be read (ENOENT).`]);
  });
});
