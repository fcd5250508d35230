import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinCommaList, splitCommaList } from './comma-list.ts';

describe('a list with commas', () => {
  it('splits at commas and drops blanks', () => {
    assert.deepEqual(splitCommaList(' Steam, Xbox,,'), ['Steam', 'Xbox']);
    assert.deepEqual(splitCommaList(''), []);
  });

  it('keeps a comma inside parentheses', () => {
    assert.deepEqual(splitCommaList('Steam,Microsoft (Games, Software, Xbox),Uber'), [
      'Steam',
      'Microsoft (Games, Software, Xbox)',
      'Uber',
    ]);
  });

  it('splits after a parenthesis that is never closed', () => {
    assert.deepEqual(splitCommaList('Odd (name,Uber'), ['Odd (name', 'Uber']);
  });

  it('reads back what it wrote, whatever the names hold', () => {
    for (const names of [
      ['Steam', 'Xbox'],
      ['Microsoft (Games, Software, Xbox)'],
      ['Acme, Inc.', 'a\\b'],
      ['A) b, c (', '(x'],
    ]) {
      assert.deepEqual(splitCommaList(joinCommaList(names)), names);
    }
  });
});
