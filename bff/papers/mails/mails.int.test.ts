import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { cleanUp } from '#bff/app/clean-up.ts';
import { COOL_DOWNS, type MailKind, takeRoom } from '#bff/kit/mails/cool-down.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('a mail', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  const send = (kind: MailKind, to: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        test.deps.mails.send(kind, { email: to }, { subject: 'A subject', paragraphs: ['Text.'] }),
      ),
    );
  const anHourLater = () =>
    test.deps.database.query(sql.typeAlias('void')`update app.mail_sent set sent_at = sent_at - interval '61 minutes'`);

  describe('in the cool-down of its kind', () => {
    for (const [kind, rule] of Object.entries(COOL_DOWNS) as [MailKind, (typeof COOL_DOWNS)[MailKind]][]) {
      it(`${kind}: no more are sent than the table says, also of many at once`, async () => {
        const to = `${kind}@example.com`;
        const most = rule?.most ?? Number.POSITIVE_INFINITY;
        const asked = Math.min(most, 20) + 3;
        await send(kind, to, asked);
        assert.equal(people.mailsTo(to).length, Math.min(most, asked));
        const closing = people
          .mailsTo(to)
          .filter(({ text, html }) => [text, html].every((one) => one.includes('no more mails')));
        assert.equal(closing.length, rule?.beyond === 'said' ? 1 : 0);
      });
    }

    it('is not sent to that address, and goes to others and when an hour is over', async () => {
      await send('reset-password', 'one@example.com', 9);
      await send('reset-password', 'other@example.com', 1);
      assert.equal(people.mailsTo('other@example.com').length, 1);
      await anHourLater();
      await send('reset-password', 'One@Example.com', 1);
      assert.equal(people.mailsTo('One@Example.com').length, 1);
      await cleanUp(test.deps);
      assert.equal(await takeRoom(test.deps.database, { kind: 'reset-password', to: 'one@example.com' }), 'room');
    });

    it('leaves the link that was mailed before in force', async () => {
      const { email } = await people.register();
      const ask = () => people.post('/api/auth/forgot-password', { email });
      const withoutPause = () =>
        test.deps.database.query(
          sql.typeAlias('void')`update app.account_token set created_at = created_at - interval '1 minute'`,
        );
      for (let count = 0; count < 8; count += 1) {
        assertStatus(await ask(), 200);
        await withoutPause();
      }
      assert.equal(people.mailsTo(email).filter(({ subject }) => subject === 'Choose a new password').length, 5);
      const token = people.lastLinkTo(email).split('/').at(-1);
      const password = 'another horse battery';
      const reset = await people.post('/api/auth/reset-password', { token, password, password_confirmation: password });
      assertStatus(reset, 200);
    });
  });

  describe('to an address that nobody has proven', () => {
    const STRANGE = 'Win money at evil.example';

    it('has no name that a stranger typed, whichever mail it is', async () => {
      const email = people.newEmail();
      assertStatus(await people.signUp(email, STRANGE), 201);
      assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
      const another = await people.signedIn((await people.register()).email);
      const change = { email, current_password: PASSWORD };
      const changed = await test.app.inject({
        method: 'PUT',
        url: '/api/auth/user',
        headers: another.headers,
        payload: change,
      });
      assertStatus(changed, 200);
      const mails = people.mailsTo(email);
      assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
        'Choose a new password',
        'Verify your email address',
        'You already have an account',
      ]);
      for (const { subject, text, html } of mails) assert.doesNotMatch(subject + text + html, /evil\.example/);
    });

    it('has no name and no subject of a ticket that a visitor wrote for it', async () => {
      const email = people.newEmail();
      const ticket = { fullName: STRANGE, email, subject: 'Go to evil.example', message: 'x' };
      assertStatus(await people.post('/api/support/send-ticket', ticket), 201);
      assert.equal(people.mailsTo(email).length, 0);
      const support = await createAdministrator(test, 'support');
      const [{ id }] = (await support.get(`/api/admin/support-tickets?search=${email}`)).json().data;
      assertStatus(
        await support.send('POST', `/api/admin/support-tickets/${id}/reply`, { message: 'Our answer.' }),
        201,
      );
      const [mail] = people.mailsTo(email);
      assert.match(mail?.text ?? '', /Our answer\./);
      assert.doesNotMatch(`${mail?.subject}${mail?.text}${mail?.html}`, /evil\.example/);
    });
  });
});
