import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleIn } from './examples.ts';

it('examples of the registries are nobody’s own, however they are written', () => {
  for (const text of [
    ...['DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819', 'FR14 2004 1010 0505 0001 3M02 606'],
    ...['sales@example.com', 'https://shop.example/', 'books@shop.test', '123456789', '0000000000', 'GB123456789'],
    ...['123456', '000 123 456 789', '01234567', '1234567890123', 'XK05 1212 0123 4567 8906', '+1 (212) 555-0123'],
    ...['+44 (0)20 7946 0958', '+49 30 23125 042', '+33 1 99 00 12 34', '+000 000 000'],
  ]) {
    assert.ok(exampleIn({ text }), text);
  }
});

it('what somebody has of their own is none', () => {
  const own = {
    name: 'Example & Sons Ltd',
    address: ['221 Test Street', 'London'],
    email: 'books@ink-and-paper.co.uk',
    vatId: 'GB980780684',
    registration: '07654319',
    number: 'DE02 1203 0000 0000 2020 51',
    routing: '026009593',
    links: [{ label: 'Blog', url: 'https://ink-and-paper.co.uk/example' }],
  };
  assert.equal(exampleIn(own), null);
});

it('a real number may have digits in it that count up', () => {
  for (const text of [
    ...['81234567', '12345679', 'NL812345678B01', '1234567 4', '02345678', '34567890', '0123 4567 8910', '10000000'],
    ...['DE42 5001 0517 1234 5678 12', '000123', '000012345', '11111112', '01 99 00 12 34', '2079460958'],
    ...[
      '+49 40 55 17 20',
      '+1 212 736 5000',
      '+44 20 7946 8958',
      'GB33 BUKB 2020 1555 5555 55',
      'NL02 ABNA 0123 4567 89',
    ],
  ]) {
    assert.equal(exampleIn({ text }), null, text);
  }
});
