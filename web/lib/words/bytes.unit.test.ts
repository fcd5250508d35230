import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatBytes } from './bytes.ts';

it('writes sizes for people', () => {
  assert.deepEqual([500, 2048, 1_572_864].map(formatBytes), ['500 B', '2 KB', '1.5 MB']);
});
