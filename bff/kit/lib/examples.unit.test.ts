import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DEMO_SELLER, demoAccount } from '#infra/proof/api/settings.ts';
import { exampleIn } from './examples.ts';

it('every value of the demonstration that names somebody is an example', () => {
  for (const [field, text] of Object.entries({
    ...{ vatId: DEMO_SELLER.vatId, registration: DEMO_SELLER.registration, email: DEMO_SELLER.email },
    ...{ supportEmail: DEMO_SELLER.supportEmail, mailFrom: DEMO_SELLER.mailFrom },
  })) {
    assert.deepEqual(exampleIn({ [field]: text }), { field, text }, field);
  }
  for (const currency of ['EUR', 'USD'] as const) {
    const account = demoAccount(currency);
    assert.deepEqual(exampleIn({ accounts: [account] }), { field: 'accounts.0.number', text: account.number });
  }
});

it('examples of the registries are nobody’s own, however they are written', () => {
  for (const text of [
    ...['DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819', 'FR14 2004 1010 0505 0001 3M02 606'],
    ...['sales@example.com', 'https://shop.example/', 'books@shop.test', '123456789', '0000000000', 'GB123456789'],
    ...['123456', '000 123 456 789', '01234567', '1234567890123'],
  ]) {
    assert.ok(exampleIn({ text }), text);
  }
});

it('what somebody has of their own is none', () => {
  const own = {
    ...{ name: 'Example & Sons Ltd', address: ['221 Test Street', 'London'], email: 'books@ink-and-paper.co.uk' },
    ...{ vatId: 'GB980780684', registration: '07654319', number: 'DE02 1203 0000 0000 2020 51', routing: '026009593' },
    links: [{ label: 'Blog', url: 'https://ink-and-paper.co.uk/example' }],
  };
  assert.equal(exampleIn(own), null);
});

it('a real number may have digits in it that count up', () => {
  for (const text of [
    ...['81234567', '12345679', 'NL812345678B01', '1234567 4', '02345678', '34567890', '0123 4567 8910', '10000000'],
    ...['DE51 5001 0517 1234 5678 12', '000123', '000012345', '11111112'],
  ]) {
    assert.equal(exampleIn({ text }), null, text);
  }
});
