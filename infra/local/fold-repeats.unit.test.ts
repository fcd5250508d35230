import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldRepeats } from './fold-repeats.ts';

describe('foldRepeats', () => {
  it('says a line once in a while, and then how often it was swallowed', () => {
    const lines: string[] = [];
    let nowMs = 0;
    const say = foldRepeats(
      (line) => lines.push(line),
      () => nowMs,
    );
    for (let count = 0; count < 5; count += 1) say('away');
    say('other');
    nowMs = 31_000;
    say('away');
    say('away');
    assert.deepEqual(lines, ['away', 'other', 'away (4 times more)']);
  });
});
