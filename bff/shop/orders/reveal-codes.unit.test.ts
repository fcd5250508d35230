import assert from 'node:assert/strict';
import { it } from 'node:test';
import { requireFewCodes } from './reveal-codes.ts';

it('an order with more codes than one answer opens is refused, for a look and for a proof', () => {
  const lines = (...counts: number[]) => counts.map((delivered) => ({ delivered })) as never;
  requireFewCodes(lines(60_000, 40_000));
  assert.throws(() => requireFewCodes(lines(60_000, 40_001)), { code: 'too_many_codes', statusCode: 409 });
});
