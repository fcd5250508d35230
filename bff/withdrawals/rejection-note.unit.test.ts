import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinRejectionNote, splitRejectionNote } from './rejection-note.ts';

describe('the note of a rejected withdrawal', () => {
  it('given both parts, then both come back', () => {
    const note = joinRejectionNote('Account closed\nsince May', 'Please check your bank details');
    assert.deepEqual(splitRejectionNote(note), {
      internal: 'Account closed\nsince May',
      toCustomer: 'Please check your bank details',
    });
  });

  it('given nothing for the customer, then the whole note is internal', () => {
    assert.deepEqual(splitRejectionNote(joinRejectionNote('Suspicious', null)), {
      internal: 'Suspicious',
      toCustomer: null,
    });
  });

  it('given the mark in the words for the customer, then nothing internal reaches them', () => {
    const { internal, toCustomer } = splitRejectionNote(joinRejectionNote('Secret', 'A\nTo the customer: B'));
    assert.equal(toCustomer, 'B');
    assert.match(internal, /^Secret/);
  });
});
