import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { STANDARD_TEXTS } from './standard.ts';

/**
 * The words of each standard text since its day. Who changes words adds a wording with a new day to standard.ts, and its row here; a row
 * that is there stays.
 */
const WORDINGS = {
  'terms 2026-11-01': '75729fed45d9d30c',
  'terms 2026-11-27': '892497eb8da76deb',
  'privacy 2026-11-01': '4325984843ce04d5',
  'cookies 2026-11-01': '1e57a4b8812f5164',
  'compliance 2026-11-01': '4e4247d60e0e23a5',
  'about 2026-11-01': '74234e98afe7498f',
  'faq 2026-11-01': '61be1033e0353951',
  'faq 2026-11-27': 'a3176e8454531c0e',
};

it('a standard text that has other words has another day', () => {
  const now = Object.entries(STANDARD_TEXTS).flatMap(([name, wordings]) =>
    wordings.map(({ since, text }) => [`${name} ${since.slice(0, 10)}`, digestOf(text)] as const),
  );
  assert.deepEqual(Object.fromEntries(now), WORDINGS);
});

it('wordings of a standard text are in order, each on a day of its own', () => {
  for (const [name, wordings] of Object.entries(STANDARD_TEXTS)) {
    const days = wordings.map(({ since }) => since.slice(0, 10));
    assert.deepEqual(days, [...new Set(days)].toSorted(), name);
  }
});

function digestOf(text: string | null): string {
  return createHash('sha256').update(String(text)).digest('hex').slice(0, 16);
}
