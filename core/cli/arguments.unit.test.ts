import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFrom, parseUntil } from './arguments.ts';

describe('a day or moment of the command line', () => {
  it('is in UTC unless it names a zone, wherever the machine is', () => {
    const { TZ } = process.env;
    try {
      for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
        process.env.TZ = zone;
        for (const [text, wanted] of [
          ['2026-03-20T04:17:00', '2026-03-20T04:17:00.000Z'],
          ['2026-03-20T04:17', '2026-03-20T04:17:00.000Z'],
          ['2026-03-20T04:17:00.5Z', '2026-03-20T04:17:00.500Z'],
          ['2026-03-20T04:17:00+05:30', '2026-03-19T22:47:00.000Z'],
          ['2028-02-29', '2028-02-29T00:00:00.000Z'],
        ] as const)
          assert.equal(parseFrom(text).toISOString(), wanted, `${text} in ${zone}`);
        assert.equal(parseUntil('2028-02-29').toISOString(), '2028-02-29T23:59:59.999Z');
      }
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
