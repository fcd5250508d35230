import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { FIRST_DAY } from '../kernel/rate-sources.ts';
import type { WithRates } from './rates.ts';
import { runWith } from './testing/cli-story.ts';

const rate = {
  ...{ currency: 'EUR', from: '2026-11-20', rate: '1.0834', source: 'ecb', quote: '', recorded_by: 'Ada' },
  ...{ recorded_at: '2026-11-20T16:05:00.000Z', holds: true },
};
const asked: unknown[] = [];
const withRates: WithRates = (work) =>
  work({
    list: async () => [rate, { ...rate, from: FIRST_DAY, rate: '1.1', recorded_by: null, holds: false }],
    importEcb: async (...given) => {
      asked.push(given);
      return '1 rate recorded';
    },
  });

describe('rates on the command line', () => {
  it('are listed with their day, source and who recorded them', async () => {
    const { out, code } = await runWith({ withRates }, 'rates', '--csv');
    assert.equal(code, 0);
    assert.deepEqual(out.slice(1), [
      '2026-11-20,EUR,1.0834,yes,ecb,2026-11-20T16:05:00Z,Ada,',
      'always,EUR,1.1,,ecb,2026-11-20T16:05:00Z,Giftledger,',
    ]);
  });
  it('are imported from a file; far ones only as confirmed', async () => {
    const file = path.join(tmpdir(), `rates-${process.pid}.xml`);
    await writeFile(file, '<Envelope/>');
    assert.match((await runWith({ withRates }, 'rates', 'import', file)).text, /1 rate recorded/);
    await runWith({ withRates }, 'rates', 'import', file, '--confirm');
    assert.deepEqual(asked, [
      ['<Envelope/>', false],
      ['<Envelope/>', true],
    ]);
    const none = await runWith({ withRates }, 'rates', 'import', `${file}.missing`);
    assert.equal(none.code, 2);
  });
});
