import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { SEED } from '../testing/seed.ts';
import { canonicalJson } from './canonical-json.ts';
import { JsonText } from './json-text.ts';

/** What the library returns: a text, undefined, or an error. */
function outcome(write: (value: unknown) => string | undefined, value: unknown): string | undefined {
  try {
    return write(value);
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

describe('canonical JSON', () => {
  it('is what the library writes, for any value', () => {
    fc.assert(
      fc.property(
        fc.anything({
          key: fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom('__proto__', 'toJSON', '10', '9', '', 'ä', 'a', 'B'),
          ),
          values: [
            fc.string({ unit: 'binary' }),
            fc.constantFrom('\ud800', 'a\udc00', '\u2028'),
            fc.double(),
            fc.boolean(),
            fc.constantFrom(null, undefined),
          ],
          withNullPrototype: true,
          withSparseArray: true,
          withDate: true,
          withBoxedValues: true,
          withMap: true,
        }),
        (value) => {
          assert.equal(outcome(canonicalJson, value), outcome(canonicalize, value));
        },
      ),
      { numRuns: 2_000, seed: SEED },
    );
  });

  for (const [name, value] of Object.entries({
    'objects in order, out of order, and one in the other': { a: { d: 1, c: [{ f: 1, e: 2 }] }, b: { z: 1 } },
    'what stands before an object out of order': { a: 1, b: 'x', c: { z: 1, y: 2 }, d: undefined, e: null },
    'many keys': Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${(index * 7) % 40}`, index])),
    'numbers as keys': { b: 1, 10: 2, 9: 3 },
    'nothing in a list': [undefined, () => 1, null],
    'a text that is JSON already': { z: new JsonText('{"b":1,"a":2}'), a: 1 },
    'minus zero, a large and a small number': [-0, 1e21, 1e-7],
    'depth beyond what recursion takes': Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], 1),
  })) {
    it(`of ${name}`, () => {
      assert.equal(canonicalJson(value), canonicalize(value));
    });
  }

  it('refuses what RFC 8785 forbids', () => {
    for (const value of ['\ud800', { a: Number.NaN }, [Number.POSITIVE_INFINITY]]) {
      assert.throws(() => canonicalJson(value));
    }
  });
});
