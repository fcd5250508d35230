import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groundFor, seedOf, shade } from './card-art.ts';

describe('the art of gift cards', () => {
  it('given a bright colour, when it must carry white text, then it is darkened, and a dark one is left', () => {
    assert.notEqual(groundFor('#ffd400'), '#ffd400');
    assert.equal(groundFor('#152a82'), '#152a82');
  });

  it('shades towards black and white', () => {
    assert.equal(shade('#808080', -1), 'rgb(0 0 0)');
    assert.equal(shade('#808080', 1), 'rgb(255 255 255)');
    assert.equal(shade('#102030', 0), 'rgb(16 32 48)');
  });

  it('is the same for the same text, and differs for another', () => {
    assert.equal(seedOf('Steam'), seedOf('Steam'));
    assert.notEqual(seedOf('Steam'), seedOf('Xbox'));
  });
});
