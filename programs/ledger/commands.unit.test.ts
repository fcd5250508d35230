import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runLedger } from './testing/ledger-story.ts';

it('a command that needs more than an event store, with the address of another one, is refused', async () => {
  const other = ['--eventstore', 'esdb://localhost:1?tls=false'];
  for (const command of [
    ['keys', 'status'],
    ['admin', 'reset', 'ada@example.com'],
    ['followers', '--accept'],
    ['bank'],
    ['vat', '--from', '2026-01'],
  ]) {
    const { code, err } = await runLedger({}, ...command, ...other);
    assert.equal(code, 2, command.join(' '));
    assert.match(err, /leave --eventstore out/);
  }
});
