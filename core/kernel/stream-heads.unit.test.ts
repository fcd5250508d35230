import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createPackedTexts } from './packed-texts.ts';
import { createStreamHeads } from './stream-heads.ts';

/** Enough that the tables grow several times. */
const MANY = 5_000;
/** Every second one ends with a UUID. */
const nameOf = (index: number): string => {
  const id = hash('md5', `${index}`);
  return `order-${index % 2 === 0 ? id : id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
};
const hashOf = (text: string): string => hash('sha256', text, 'hex');

describe('texts that are packed', () => {
  it('have places as they come, and are found by them', () => {
    const texts = createPackedTexts();
    for (let index = 0; index < MANY; index += 1) assert.equal(texts.keep(nameOf(index)), index);
    assert.equal(texts.size, MANY);
    for (let index = 0; index < MANY; index += 1) assert.equal(texts.at(index), nameOf(index));
  });

  it('keep their place when they come again', () => {
    const texts = createPackedTexts();
    for (let index = 0; index < MANY; index += 1) texts.keep(nameOf(index));
    for (let index = 0; index < MANY; index += 1) assert.equal(texts.keep(nameOf(index)), index);
    assert.equal(texts.size, MANY);
  });

  it('may be empty, of any length and of any letters', () => {
    const texts = createPackedTexts();
    const all = ['', 'Łódź', '€', '🎁', 'a'.repeat(70_000), '€'.repeat(70_000), 'a', 'ab'];
    for (const _ of ['once', 'again']) {
      assert.deepEqual(
        all.map((text) => texts.keep(text)),
        all.map((_, index) => index),
      );
    }
    assert.equal(texts.size, all.length);
    assert.deepEqual(
      all.map((_, index) => texts.at(index)),
      all,
    );
  });
});

/** Similar names, so that a wrong order or a mix-up of two shows. Names with a UUID are packed, others are not. */
const uuid = fc.uuid();
const beginning = fc.constantFrom('', 'order', 'order-', 'order:', 'order-x-', 'ord', 'ÿ', '🎁-');
const text = fc.oneof(
  fc.tuple(beginning, uuid).map((parts) => parts.join('')),
  fc.tuple(beginning, uuid, fc.constantFrom('-', '0', 'ÿ')).map((parts) => parts.join('')),
  fc.tuple(beginning, uuid).map(([first, id]) => first + id.toUpperCase()),
  fc.tuple(beginning, uuid, fc.nat(36)).map(([first, id, length]) => first + id.slice(0, length)),
  fc.tuple(beginning, uuid).map(([first, id]) => first + id.replaceAll('-', '')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

it('texts that are packed are what a Map of them is, and in the same order', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), fc.array(fc.nat(59), { maxLength: 30 }), (first, again) => {
      const all = [...first, ...again.flatMap((at) => first.slice(at, at + 1))];
      const packed = createPackedTexts();
      const plain = new Map<string, number>();
      for (const each of all) {
        if (!plain.has(each)) plain.set(each, plain.size);
        assert.equal(packed.keep(each), plain.get(each));
      }
      assert.equal(packed.size, plain.size);
      assert.deepEqual(
        [...plain.values()].map((place) => packed.at(place)),
        [...plain.keys()],
      );
      const inUtf8 = [...plain.keys()].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
      assert.deepEqual(
        [...packed.inOrder()].map((place) => packed.at(place)),
        inUtf8,
      );
    }),
  );
});

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

  it('say a hash that is none as it was given, until a right one follows', () => {
    const heads = createStreamHeads();
    let before: string | undefined;
    for (const own of ['', 'ABC', hashOf('a').toUpperCase(), hashOf('b'), hashOf('c')]) {
      assert.equal(heads.set('wallet-1', 0n, own)?.hash, before);
      before = own;
    }
  });
});
