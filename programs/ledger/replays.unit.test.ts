import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Databases } from './databases.ts';
import { runLedger } from './testing/ledger-story.ts';

type Models = Parameters<Parameters<Databases['withReadModels']>[0]>[0];
type Difference = Awaited<ReturnType<Models['compare']>>[number];

const runOn = (models: Partial<Models>, ...argv: string[]) => {
  const nothing = () => Promise.reject(new Error('Not in this test.'));
  return runLedger({ withReadModels: (work) => work({ build: nothing, compare: nothing, ...models }) }, ...argv);
};
const DIFFERENCE: Difference = {
  table: 'wallets',
  rows: 3,
  onlyLeft: 0,
  onlyRight: 2,
  changed: 1,
  totals: [{ column: 'balance', currency: 'USD', left: 1_000n, right: 123_456n }],
  samples: [
    { key: 'wallet_id=a', kind: 'missing', columns: [] },
    { key: 'wallet_id=b', kind: 'changed', columns: [{ name: 'held', live: '1', rebuilt: null }] },
  ],
};

describe('ledger replay', () => {
  it('builds a copy up to the end of a day', async () => {
    const wanted: unknown[] = [];
    const build: Models['build'] = async (one) => {
      wanted.push(one);
      return { schema: 'past_march', events: 7 };
    };
    const { code, text } = await runOn({ build }, 'replay', '--until', '2026-03-31', '--into', 'march');
    assert.equal(code, 0);
    assert.deepEqual(wanted, [{ name: 'march', until: new Date('2026-03-31T23:59:59.999Z'), isReplacing: false }]);
    assert.equal(text, '7 events up to 2026-03-31T23:59:59.999Z are in the schema past_march.');
    assert.equal((await runOn({}, 'replay', '--into', 'march')).code, 2);
  });
});

describe('ledger diff', () => {
  it('says how far it is', async () => {
    let bars = 0;
    const compare: Models['compare'] = async (_left, _right, onProgress) => {
      onProgress(1, 20);
      onProgress(2, 20);
      return [];
    };
    const models = { build: () => Promise.reject(new Error('Not in this test.')), compare };
    const onBar = () => {
      bars += 1;
    };
    await runLedger({ onBar, withReadModels: (work) => work(models) }, 'diff', 'march', 'live');
    assert.equal(bars, 1);
  });

  it('counts rows by table, sums amounts by currency, names the first, and ends with 1', async () => {
    const { code, text } = await runOn({ compare: async () => [DIFFERENCE] }, 'diff', 'march', 'live');
    assert.equal(code, 1);
    assert.match(text, /wallets +0 +2 +1\n/);
    assert.match(text, /wallets\.balance +USD +10\.00 +1234\.56 +1224\.56/);
    assert.match(text, / {2}wallet_id=a: only in live\n {2}wallet_id=b: held 1 → null/);
    const json = await runOn({ compare: async () => [DIFFERENCE] }, 'diff', 'march', 'live', '--json');
    const { totals, samples } = JSON.parse(json.text);
    assert.equal(totals[0].right, '1234.56');
    assert.deepEqual(samples, [
      { key: 'wallet_id=a', kind: 'onlyRight', columns: [] },
      { key: 'wallet_id=b', kind: 'changed', columns: [{ name: 'held', left: '1', right: null }] },
    ]);
  });

  it('ends with 0 where all is the same', async () => {
    const { code, err } = await runOn({ compare: async () => [] }, 'diff', 'march', 'live');
    assert.equal(code, 0);
    assert.match(err, /Every row of every table is the same/);
  });
});
