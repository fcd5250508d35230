import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import { createStreamHeads } from './stream-heads.ts';

const MANY = 5_000;
/** Every second one ends with a UUID. */
const nameOf = (index: number): string => {
  const id = hash('md5', `${index}`);
  return `order-${index % 2 === 0 ? id : id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
};
const hashOf = (text: string): string => hash('sha256', text, 'hex');

describe('the heads of many streams', () => {
  it('are the newest of each, in the order of their names', () => {
    const heads = createStreamHeads();
    const expected = new Map<string, { readonly revision: bigint; readonly hash: string }>();
    for (const revision of [0n, 1n, 2n ** 53n]) {
      for (let index = 0; index < MANY; index += 1) {
        const head = { revision, hash: hashOf(`${index} ${revision}`) };
        assert.deepEqual(heads.set(nameOf(index), head.revision, head.hash), expected.get(nameOf(index)));
        expected.set(nameOf(index), head);
      }
    }
    assert.equal(heads.size, MANY);
    assert.deepEqual(
      [...heads.inOrder()],
      [...expected].sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  });

  it('are in the order of UTF-8, whatever letters a name has', () => {
    const heads = createStreamHeads();
    for (const name of ['🎁', '\uffff', 'a', '', 'Łódź', 'ab']) heads.set(name, 0n, name);
    assert.deepEqual(
      [...heads.inOrder()].map(([name]) => name),
      ['', 'a', 'ab', 'Łódź', '\uffff', '🎁'],
    );
  });

  it('say a hash that is none as it was given, until a right one follows', () => {
    const heads = createStreamHeads();
    let before: string | undefined;
    for (const own of ['', 'ABC', hashOf('a').toUpperCase(), hashOf('b'), hashOf('c')]) {
      assert.equal(heads.set('wallet-1', 0n, own)?.hash, before);
      before = own;
    }
  });
});
