import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { textRoutes } from '#bff/contract/office/texts.ts';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import { archiveOf } from '#bff/people/personal-data/archive.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';

describe('the terms that a customer accepts at sign-up', () => {
  let test: TestApp;
  let owner: TestAdministrator;
  let people: ReturnType<typeof createSignUps>;
  before(async () => {
    test = await startTestApp();
    owner = await createAdministrator(test);
    people = createSignUps(test);
  });
  after(() => test.stop());

  async function write(name: string, words: string | null): Promise<number> {
    const { version } = (await owner.get(`/api/admin/settings/texts/${name}`)).json().data;
    const body = { text: words ?? '', why: 'Ours', expect_version: version };
    const answer = await owner.send('PUT', `/api/admin/settings/texts/${name}`, body);
    assertStatus(answer, 200);
    return answer.json().data.version;
  }
  const asked = async () =>
    textRoutes.listTexts.response
      .parse((await test.app.inject({ url: '/api/texts' })).json())
      .data.filter(({ to_accept }) => to_accept)
      .map(({ name }) => name);
  const signUp = (email: string, accepted: object | undefined) =>
    people.post('/api/auth/sign-up', {
      name: 'Maya',
      email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      accepted,
    });
  async function verified(email: string): Promise<string> {
    const body = people.verifyBodyOf(people.lastLinkTo(email));
    assertStatus(await people.post('/api/auth/verify-email', body), 200);
    return body.user_id ?? '';
  }
  const acceptedBy = async (id: string) => (await owner.get(`/api/admin/users/${id}`)).json().data.accepted_texts;

  it('are none while the seller has written none: the account says so', async () => {
    assert.deepEqual(await asked(), []);
    const email = people.newEmail();
    assertStatus(await signUp(email, undefined), 201);
    const id = await verified(email);
    assert.equal(await acceptedBy(id), null);
    for await (const { name } of archiveOf(test.deps, id)) assert.notEqual(name, 'account/accepted-texts.json');
  });

  it('are kept with the account, shown to the back office, and in the customer’s own copy with their words', async () => {
    const version = await write('terms', 'The first terms');
    assert.deepEqual(await asked(), ['terms']);
    const email = people.newEmail();
    for (const unseen of [undefined, {}, { terms: version - 1 }, { terms: version, privacy: 1 }]) {
      const refused = await signUp(email, unseen);
      assertStatus(refused, 409);
      assert.equal(refused.json().code, 'texts_changed');
    }
    assert.equal(people.mailsTo(email).length, 0);
    assertStatus(await signUp(email, { terms: 'one' }), 422);
    assertStatus(await signUp(email, { terms: version }), 201);
    const id = await verified(email);
    const { at, texts } = await acceptedBy(id);
    assert.ok(Date.parse(at) > 0);
    const { since } = (await test.app.inject({ url: '/api/texts/terms' })).json().data;
    assert.deepEqual(texts, [{ name: 'terms', title: 'Terms of Service', version, since }]);

    await write('terms', 'The second terms');
    assert.deepEqual((await acceptedBy(id)).texts, texts, 'a later version was not accepted');
    const copies: unknown[] = [];
    for await (const { name, content } of archiveOf(test.deps, id)) {
      if (name === 'account/accepted-texts.json') copies.push(JSON.parse(await text(content)));
    }
    assert.deepEqual(copies, [{ at, texts: [{ ...texts[0], text: 'The first terms' }] }]);
  });

  it('that changed meanwhile are named, and nothing is saved', async () => {
    const seen = { terms: await write('terms', 'The third terms'), privacy: await write('privacy', 'Our privacy') };
    assert.deepEqual(await asked(), ['terms', 'privacy']);
    const now = { ...seen, privacy: await write('privacy', 'Our other privacy') };
    const email = people.newEmail();
    const refused = await signUp(email, seen);
    assertStatus(refused, 409);
    assert.match(refused.json().message, /^Not as you saw it: Privacy Policy\. .* Nothing was saved\.$/);
    assertStatus(await signUp(email, now), 201);
    await write('privacy', null);
    assert.deepEqual(await asked(), ['terms']);
    const id = await verified(email);
    const account = await findAccount(test.deps.database, id);
    assert.deepEqual(account?.accepted_texts?.versions, now, 'as they were at the sign-up');
  });

  it('are those of the only sign-up where a new password proves the address, and of nobody where several wait', async () => {
    const terms = await write('terms', 'The fourth terms');
    const resetFor = async (email: string) => {
      assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
      const token = people.lastLinkTo(email).split('/').at(-1);
      const password = 'another long password';
      const body = { token, password, password_confirmation: password };
      assertStatus(await people.post('/api/auth/reset-password', body), 200);
    };
    const [alone, contested] = [people.newEmail(), people.newEmail()];
    assertStatus(await signUp(alone, { terms }), 201);
    const aloneId = people.verifyBodyOf(people.lastLinkTo(alone)).user_id ?? '';
    await resetFor(alone);
    assert.deepEqual((await findAccount(test.deps.database, aloneId))?.accepted_texts?.versions, { terms });

    for (let browsers = 0; browsers < 2; browsers += 1) assertStatus(await signUp(contested, { terms }), 201);
    const contestedId = people.verifyBodyOf(people.lastLinkTo(contested)).user_id ?? '';
    await resetFor(contested);
    assert.equal((await findAccount(test.deps.database, contestedId))?.accepted_texts, null);
  });
});
