import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSamePerson } from './same-person.ts';

const ada = { email: 'ada@example.com', name: 'Ada Żak' };
const customer = (emails: string[], names: string[] = []) => ({ emails, names });

describe('an administrator and a customer', () => {
  it('are one person by their mailbox, whatever its tag and case', () => {
    for (const email of ['ada@example.com', 'ADA+shop@Example.com', 'ada+2@example.com', ' ada@example.com ']) {
      assert.equal(isSamePerson(ada, customer(['else@example.com', email])), true, email);
    }
    const dotted = { ...ada, email: 'ada.zak@gmail.com' };
    assert.equal(isSamePerson(dotted, customer(['adazak+x@googlemail.com'])), true);
    for (const email of ['bo@example.com', 'ada@example.org', 'a.da@example.com']) {
      assert.equal(isSamePerson(ada, customer([email])), false, email);
    }
  });

  it('are one person by their whole name, without accents and in any order', () => {
    for (const name of ['Ada Żak', 'ada zak', 'Zak, Ada'])
      assert.equal(isSamePerson(ada, customer([], [name])), true, name);
    for (const name of ['Ada', 'Ada Byron', '']) assert.equal(isSamePerson(ada, customer([], [name])), false, name);
    assert.equal(isSamePerson({ ...ada, name: 'Ada' }, customer([], ['Ada'])), false);
  });
});
