import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { emptyMap, lookUp, type VersionedMap, valuesOf, withValue } from './versioned-map.ts';

const KEYS = ['a', 'b', 'c', 'constructor', '__proto__'] as const;

describe('a versioned map', () => {
  it('is a map in each of its versions, whichever was built on which', () => {
    const step = fc.record({ on: fc.nat(), key: fc.constantFrom(...KEYS), value: fc.integer() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const versions: { real: VersionedMap<number>; model: ReadonlyMap<string, number> }[] = [
          { real: emptyMap(), model: new Map() },
        ];
        for (const { on, key, value } of steps) {
          const base = versions[on % versions.length];
          assert.ok(base);
          versions.push({
            real: withValue(base.real, key, value),
            model: new Map(base.model).set(key, value),
          });
        }
        for (const { real, model } of versions) {
          for (const key of KEYS) assert.equal(lookUp(real, key), model.get(key));
          assert.deepEqual(valuesOf(real).toSorted(), [...model.values()].toSorted());
        }
      }),
    );
  });
});
