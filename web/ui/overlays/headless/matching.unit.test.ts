import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesOfCountry } from '#web/ui/form/controls/country-names.ts';
import { matching } from './matching.ts';

const found = (labels: readonly string[], text: string) =>
  matching(
    labels.map((label) => ({ label })),
    text,
  ).map(({ label }) => label);

describe('an entry of a long list that is found by typing', () => {
  it('comes first where it begins with what is typed, and before that where it is the same', () => {
    assert.deepEqual(found(['Equatorial Guinea', 'Guinea-Bissau', 'Guinea', 'Peru'], 'guinea'), [
      'Guinea',
      'Guinea-Bissau',
      'Equatorial Guinea',
    ]);
    assert.deepEqual(found(['Bermuda', 'Germany'], 'germ'), ['Germany']);
  });

  it('is found without its accents, and with them typed in any form', () => {
    assert.deepEqual(found(["Côte d'Ivoire", 'Türkiye'], 'cote'), ["Côte d'Ivoire"]);
    assert.deepEqual(found(["Côte d'Ivoire", 'Türkiye'], 'Tu\u0308rk'), ['Türkiye']);
  });

  it('is found by its code, in the language of the country, and in those of the browser', () => {
    const items = ['DE', 'DZ', 'BD', 'JP'].map((id) => ({ label: id, also: () => namesOfCountry(id, ['fr']) }));
    const ids = (text: string) => matching(items, text).map(({ label }) => label);
    assert.deepEqual(ids('Deutsch'), ['DE']);
    assert.deepEqual(ids('alle'), ['DE']);
    assert.equal(ids('de')[0], 'DE');
    assert.deepEqual(ids('日本'), ['JP']);
  });

  it('is found where the system of a browser writes its language as no standard does', () => {
    assert.deepEqual(namesOfCountry('PL', ['en-US@posix', 'de', '']), ['PL', 'Polska', 'Polen']);
  });
});
