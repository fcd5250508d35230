import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FollowerPlace } from '#core/kernel/following/checkpoint.ts';
import { placeOf } from '#core/kernel/following/log-place.ts';
import { createTestLedger, fundedWallet } from '#core/testing/test-ledger.ts';
import { runBeside, runLedger } from './testing/ledger-story.ts';

describe('those who follow the log', async () => {
  const test = createTestLedger();
  await fundedWallet(test, 1_000n);
  const last = test.store.events.at(-1) ?? assert.fail('an event');
  const place = placeOf(last);
  const run = (followers: readonly FollowerPlace[], ...argv: string[]) =>
    runBeside({ readFollowers: async () => followers }, test.store, ...argv);
  const gone = {
    name: 'webhooks',
    place: { ...place, event: { ...place.event, revision: 99n } as typeof place.event },
  };
  const another = {
    name: 'processes',
    place: { ...place, event: { ...place.event, hash: 'x' } as typeof place.event },
  };

  it('follow this log: check and followers say so', async () => {
    const followers = [
      { name: 'read models', place },
      { name: 'processes', place: { position: 7n, event: null } },
    ];
    assert.match(
      (await run(followers, 'check', '--grace', '1')).text,
      /✓ read models, processes: what was followed is this log/,
    );
    const { code, text } = await run(followers, 'followers');
    assert.equal(code, 0, text);
    assert.match(
      text,
      new RegExp(`✓ read models: position ${place.position}, revision ${last.revision} of ${last.streamId}`),
    );
    assert.match(text, /✓ processes: position 7, kept by an earlier version/);
  });

  it('followed another one, or an end of it that is gone: both name them and where to read on', async () => {
    for (const command of [['check', '--grace', '1'], ['followers']]) {
      const { code, text } = await run([another, gone], ...command);
      assert.equal(code, 1, text);
      assert.match(text, /✗ processes: This is another log .* it has another event there/);
      assert.match(text, /✗ webhooks: The log does not have the event that was followed last, revision 99 of/);
      assert.match(text, /log-set-back\.md says what to do/);
    }
  });

  it('go on with it where that is accepted', async () => {
    const accepting = (done: readonly string[]) =>
      runLedger({ withFollowers: (work) => work({ accept: async () => done }) }, 'followers', '--accept');
    assert.match((await accepting(['webhooks: go on'])).text, /webhooks: go on/);
    assert.match((await accepting([])).text, /follow this log already/);
  });
});
