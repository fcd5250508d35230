import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitJointNote } from './rejection-note.ts';

describe('the one note of an old rejection', () => {
  it('given both parts, then both come back', () => {
    assert.deepEqual(splitJointNote('Account closed\nsince May\nTo the customer: Please check your bank details'), {
      internal: 'Account closed\nsince May',
      toCustomer: 'Please check your bank details',
    });
  });

  it('given nothing for the customer, then the whole note is internal', () => {
    assert.deepEqual(splitJointNote('Suspicious'), { internal: 'Suspicious', toCustomer: null });
  });

  it('given the mark in the words for the customer, then nothing internal reaches them', () => {
    const { internal, toCustomer } = splitJointNote('Secret\nTo the customer: A\nTo the customer: B');
    assert.equal(toCustomer, 'B');
    assert.match(internal, /^Secret/);
  });
});
