import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Databases } from './databases.ts';
import { runLedger } from './testing/ledger-story.ts';

type Keys = Parameters<Parameters<Databases['withKeys']>[0]>[0];

const runOn = (keys: Partial<Keys>, ...argv: string[]) => {
  const nothing = () => Promise.reject(new Error('Not in this test.'));
  const all: Keys = { status: nothing, reseal: nothing, rotate: nothing, ...keys };
  return runLedger({ withKeys: (work) => work(all) }, 'keys', ...argv);
};
const status: Keys['status'] = async () => [
  { id: 1, state: 'retired', values: 3 },
  { id: 2, state: 'current', values: 40 },
];

describe('ledger keys', () => {
  it('says how much is sealed under each key', async () => {
    const { code, text } = await runOn({ status }, 'status');
    assert.equal(code, 0);
    assert.match(text, /1\s+retired\s+3\n2\s+current\s+40/);
  });

  it('prints the variables of a new key, or says that the embedded stack has it', async () => {
    const printed = await runOn({ rotate: async () => ({ id: 3, variables: ['A=1', 'B=2'] }) }, 'rotate');
    assert.equal(printed.text, 'A=1\nB=2');
    assert.match(printed.err, /Set these variables in every part.*keys reseal/);
    const kept = await runOn({ rotate: async () => ({ id: 3, variables: [] }) }, 'rotate');
    assert.match(kept.err, /Key 3 is in secrets\.json/);
  });

  it('names what could not be sealed again, and ends with 1 then', async () => {
    const whole = await runOn({ status, reseal: async () => ({ resealed: 3, left: [] }) }, 'reseal');
    assert.deepEqual([whole.code, whole.text], [0, '3 values were sealed again.']);
    const partly = await runOn({ status, reseal: async () => ({ resealed: 2, left: ['giftCode 7: lost'] }) }, 'reseal');
    assert.equal(partly.code, 1);
    assert.match(partly.text, /✗ giftCode 7: lost/);
    assert.match(partly.err, /cannot be opened: 1\./);
  });
});
