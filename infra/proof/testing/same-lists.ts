import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

type Lists = Readonly<Record<string, readonly unknown[]>>;

/**
 * Compares lists by name, such as the rows of each table or the events of each stream, and shows the first entry that differs. Node takes gigabytes
 * to say how two whole ledgers differ: its memory for that grows with the square of their lines.
 */
export function assertSameLists(actual: Lists, expected: Lists, what = ''): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const found = actual[name] ?? [];
    const wanted = expected[name] ?? [];
    for (let at = 0; at < Math.max(found.length, wanted.length); at += 1) {
      if (isDeepStrictEqual(found[at], wanted[at])) continue;
      assert.deepEqual({ what, name, at, entry: found[at] }, { what, name, at, entry: wanted[at] });
    }
  }
}
