import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { createSignUps } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { watchStatements } from '#infra/proof/api/watch-statements.ts';

/** With the count of its request over all servers, which others cause as well, ten. */
const MAX_STATEMENTS = 9;

const test = await startTestApp();
const people = createSignUps(test);
after(() => test.stop());

it(`a sign-in takes at most ${MAX_STATEMENTS} statements`, async () => {
  const { email } = await people.register();
  // The connections of the BFF; slonik's have no name.
  const watch = watchStatements((name) => name === undefined || name.startsWith('giftledger-bff'));
  assertStatus(await people.signIn(email), 200);
  watch.stop();
  const { texts: own } = watch;
  assert.ok(own.length <= MAX_STATEMENTS, `${own.length} statements:\n${own.join('\n')}`);
  assert.ok(
    own.some((text) => text.includes('count_attempt')),
    'the watch sees what it should count',
  );
});
