import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allPass } from './run-cases.ts';

it('a server conforms where it passes every case, and there are cases', () => {
  const [good, bad] = [
    { passed: true, reason: '' },
    { passed: false, reason: 'no' },
  ];
  assert.equal(allPass(new Map([['one', good]])), true);
  assert.equal(
    allPass(
      new Map([
        ['one', good],
        ['two', bad],
      ]),
    ),
    false,
  );
  assert.equal(allPass(new Map()), false);
});
