import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const NEW_PASSWORD = 'another horse battery';
const DEVICE_COOKIE = 'giftledger_device';

describe('an account stays its owner’s', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  const change = (headers: Record<string, string>, payload: object) =>
    test.app.inject({ method: 'PUT', url: '/api/auth/user', headers, payload });
  const changePassword = (headers: Record<string, string>) =>
    change(headers, { current_password: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD });
  const signUp = (email: string, name: string, password: string) =>
    people.post('/api/auth/sign-up', { name, email, password, password_confirmation: password });
  const linksTo = (email: string) => people.mailsTo(email).map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '');
  const restoreBodyOf = (email: string) => {
    const link = linksTo(email).findLast((url) => url.includes('/restore-email/')) ?? '';
    const [, user_id, hash] = /\/restore-email\/([^/]+)\/([^/]+)$/.exec(link) ?? [];
    return { user_id, hash };
  };
  const resetTokenOf = (email: string) =>
    linksTo(email)
      .findLast((url) => url.includes('/password-reset/'))
      ?.split('/')
      .at(-1) ?? '';
  const keyOf = async (customerId: string) => {
    await test.deps.database.query(
      sql.typeAlias(
        'void',
      )`insert into app.api_key (key_id, customer_id, key_hash, name, abilities, last_four, expires_at)
        values (gen_random_uuid(), ${customerId}, decode(md5(${customerId}), 'hex'), 'Shop', '{orders:read}', 'abcd', now() + interval '1 day')`,
    );
  };
  const keysInUse = (customerId: string) =>
    test.deps.database.oneFirst(
      sql.type(z.object({ count: z.int() }))`select count(*)::int as count from app.api_key
        where customer_id = ${customerId} and revoked_at is null`,
    );

  describe('when it signs up', () => {
    describe('with an address that a stranger has signed up with, too', () => {
      const verify = (link: string, more: object = {}, cookies: Record<string, string> = {}) =>
        test.app.inject({
          method: 'POST',
          url: '/api/auth/verify-email',
          payload: { ...people.verifyBodyOf(link), ...more },
          cookies,
        });
      const INTRUDER = 'password of the intruder';
      /** The owner signs up first, a stranger after them; each mail with its link, and the owner's browser. */
      async function contested() {
        const email = people.newEmail();
        const answer = await signUp(email, 'The Owner', PASSWORD);
        const browser = { [DEVICE_COOKIE]: answer.cookies.find(({ name }) => name === DEVICE_COOKIE)?.value ?? '' };
        const own = people.lastLinkTo(email);
        assertStatus(await signUp(email, 'An Intruder', INTRUDER), 201);
        return { email, browser, own, foreign: people.lastLinkTo(email) };
      }

      it('given the newest of the two mails is opened in the owner’s browser, then the owner’s name and password count', async () => {
        const { email, browser, foreign } = await contested();
        assertStatus(await verify(foreign, { at_once: true }, browser), 200);
        assertStatus(await people.signIn(email, INTRUDER), 401);
        assert.equal((await people.signedIn(email)).user.name, 'The Owner');
      });

      it('given the stranger’s mail is opened elsewhere, then only a password of a sign-up goes on', async () => {
        const { email, foreign } = await contested();
        const opened = await verify(foreign, { at_once: true });
        assert.equal(opened.json().code, 'password_needed');
        assert.equal((await verify(foreign)).json().code, 'password_needed');
        assertStatus(await verify(foreign, { password: 'neither of the two' }), 422);
        assertStatus(await verify(foreign, { password: PASSWORD }), 200);
        assertStatus(await people.signIn(email, INTRUDER), 401);
        assert.equal((await people.signedIn(email)).user.name, 'The Owner');
      });

      it('then the owner’s own link has the owner’s password still', async () => {
        const { email, own } = await contested();
        assertStatus(await verify(own), 200);
        assertStatus(await people.signIn(email, INTRUDER), 401);
        assertStatus(await people.signIn(email), 200);
      });

      it('given so many sign-ups that no more mails are sent, then any of their links lets the owner in', async () => {
        const email = people.newEmail();
        for (let index = 0; index < 6; index += 1) assertStatus(await signUp(email, 'An Intruder', INTRUDER), 201);
        const foreign = people.lastLinkTo(email);
        const sent = people.mailsTo(email).length;
        assertStatus(await signUp(email, 'The Owner', PASSWORD), 201);
        assert.equal(people.mailsTo(email).length, sent, 'the mails to one address are bounded');
        assertStatus(await verify(foreign, { password: PASSWORD }), 200);
        assert.equal((await people.signedIn(email)).user.name, 'The Owner');
      });

      it('given the password is forgotten, then the link of a reset lets the owner in', async () => {
        const { email } = await contested();
        assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
        const chosen = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
        assertStatus(await people.post('/api/auth/reset-password', { token: resetTokenOf(email), ...chosen }), 200);
        assertStatus(await people.signIn(email, INTRUDER), 401);
        assertStatus(await people.signIn(email, NEW_PASSWORD), 200);
      });

      it('changes nothing of an account whose address is proven', async () => {
        const { email } = await people.register();
        assertStatus(await signUp(email, 'An Intruder', INTRUDER), 201);
        assert.equal((await people.signedIn(email)).user.name, 'Zoë Müller');
      });
    });

    it('acts by a link at once in the browser that asked for it, and anywhere else by a press', async () => {
      const email = people.newEmail();
      const { cookies } = await people.signUp(email);
      const browser = { [DEVICE_COOKIE]: cookies.find(({ name }) => name === DEVICE_COOKIE)?.value ?? '' };
      const open = (more: object, sent: Record<string, string> = {}) =>
        test.app.inject({
          method: 'POST',
          url: '/api/auth/verify-email',
          payload: { ...people.verifyBodyOf(people.lastLinkTo(email)), ...more },
          cookies: sent,
        });
      // A scanner of mails opens the link and runs the page's scripts; nobody presses.
      assert.equal((await open({ at_once: true })).json().code, 'press_needed');
      assertStatus(await people.signIn(email), 403);
      assertStatus(await open({ at_once: true }, browser), 200);
      assertStatus(await people.signIn(email), 200);

      const { headers } = await people.signedIn(email);
      const wanted = people.newEmail();
      assertStatus(await change(headers, { email: wanted, current_password: PASSWORD }), 200);
      const body = people.verifyBodyOf(people.lastLinkTo(wanted));
      assertStatus(await people.post('/api/auth/verify-email', { ...body, at_once: true }), 409);
      assertStatus(await people.post('/api/auth/verify-email', body), 200);
    });

    it('tells nobody at the sign-in whether an address had an account before', async () => {
      const known = (await people.register()).email;
      const unknown = people.newEmail();
      for (const email of [known, unknown])
        assertStatus(await signUp(email, 'A Stranger', 'what the stranger chose'), 201);
      const answersOf = (email: string) =>
        Promise.all(
          ['what the stranger chose', 'a wrong password'].map(async (password) => {
            const answer = await people.signIn(email, password);
            const { code, message } = answer.json();
            return [answer.statusCode, code, message];
          }),
        );
      assert.deepEqual(await answersOf(known), await answersOf(unknown));
      assertStatus(await people.signIn(known), 200);
    });

    it('sends no name that a stranger typed to an address that nobody has proven', async () => {
      const email = people.newEmail();
      assertStatus(await signUp(email, 'Win money at evil.example', PASSWORD), 201);
      const [mail] = people.mailsTo(email);
      assert.doesNotMatch(`${mail?.subject} ${mail?.text} ${mail?.html}`, /evil\.example/);
    });

    it('refuses a password that is guessed first', async () => {
      for (const password of ['password', 'Password123!', '12345678', 'qwertyuiop', 'giftledger1', 'zoemuller-1']) {
        const answer = await signUp(people.newEmail(), 'Zoe Muller', password);
        assertStatus(answer, 422);
        assert.match(answer.json().errors.password[0], /Please choose another one\.$/, password);
      }
      assertStatus(await signUp(people.newEmail(), 'Zoe Muller', 'zoe likes her blue bicycle'), 201);
    });

    it('is answered alike for a known and an unknown address', async () => {
      const { email } = await people.register();
      const waiting = people.newEmail();
      assertStatus(await people.signUp(waiting), 201);
      for (const url of ['/api/auth/forgot-password', '/api/auth/resend']) {
        const answers = [];
        for (const one of [email, waiting, 'nobody-at-all@example.com'])
          answers.push((await people.post(url, { email: one })).json());
        assert.deepEqual(answers[1], answers[0], url);
        assert.deepEqual(answers[2], answers[0], url);
      }
    });
  });

  describe('after its password was changed', () => {
    it('given an intruder’s session, key and address in waiting, then none of them works', async () => {
      const { email, customerId } = await people.register();
      const [owner, intruder] = [await people.signedIn(email), await people.signedIn(email)];
      const elsewhere = people.newEmail();
      assertStatus(await change(intruder.headers, { email: elsewhere, current_password: PASSWORD }), 200);
      await keyOf(customerId);
      assertStatus(await people.post('/api/auth/forgot-password', { email }), 200);
      const resetToken = resetTokenOf(email);

      assertStatus(await changePassword(owner.headers), 200);

      assertStatus(await test.app.inject({ url: '/api/user', headers: intruder.headers }), 401);
      assertStatus(await test.app.inject({ url: '/api/user', headers: owner.headers }), 200);
      assertStatus(await people.post('/api/auth/verify-email', people.verifyBodyOf(people.lastLinkTo(elsewhere))), 422);
      const reset = {
        token: resetToken,
        password: 'a third horse battery',
        password_confirmation: 'a third horse battery',
      };
      assertStatus(await people.post('/api/auth/reset-password', reset), 422);
      assert.equal(await keysInUse(customerId), 0);
      assertStatus(await people.signIn(email, NEW_PASSWORD), 200);
    });
  });

  describe('after its address was changed by an intruder', () => {
    async function takenOver() {
      const { email, customerId } = await people.register();
      const intruder = await people.signedIn(email);
      const elsewhere = people.newEmail();
      assertStatus(await change(intruder.headers, { email: elsewhere, current_password: PASSWORD }), 200);
      assertStatus(await people.post('/api/auth/verify-email', people.verifyBodyOf(people.lastLinkTo(elsewhere))), 200);
      return { email, customerId, elsewhere, intruder };
    }

    it('gives the old address a link that takes the account back', async () => {
      const { email, customerId, elsewhere, intruder } = await takenOver();
      assert.equal(people.mailsTo(email).at(-1)?.subject, 'Your email address was changed');
      // A new password that the intruder sets does not void the link.
      assertStatus(await changePassword(intruder.headers), 200);
      await keyOf(customerId);

      assertStatus(await people.post('/api/auth/restore-email', restoreBodyOf(email)), 200);

      assertStatus(await test.app.inject({ url: '/api/user', headers: intruder.headers }), 401);
      assertStatus(await people.signIn(elsewhere, NEW_PASSWORD), 401);
      assertStatus(await people.signIn(email, NEW_PASSWORD), 401);
      assert.equal(await keysInUse(customerId), 0);
      const reset = {
        token: resetTokenOf(email),
        password: 'mine again for good',
        password_confirmation: 'mine again for good',
      };
      assertStatus(await people.post('/api/auth/reset-password', reset), 200);
      assertStatus(await people.signIn(email, 'mine again for good'), 200);
    });

    it('is not changed where the mail with the way back cannot leave, and that mail has a link that is stored', async () => {
      const { email, customerId } = await people.register();
      const owner = await people.signedIn(email);
      const elsewhere = people.newEmail();
      assertStatus(await change(owner.headers, { email: elsewhere, current_password: PASSWORD }), 200);
      const payload = people.verifyBodyOf(people.lastLinkTo(elsewhere));
      let stored = false;
      const send = async () => {
        stored = await test.deps.database.exists(sql.typeAlias('void')`select from app.account_token
          where customer_id = ${customerId} and purpose = 'restore-email'`);
        throw new Error('The queue is away.');
      };
      const cutOff = await buildApp({ ...test.deps, mails: { ...test.deps.mails, send } });
      assertStatus(await cutOff.inject({ method: 'POST', url: '/api/auth/verify-email', payload }), 500);
      await cutOff.close();
      assert.equal(stored, true);
      assertStatus(await people.signIn(email), 200);

      assertStatus(await people.post('/api/auth/verify-email', payload), 200);
      assertStatus(await people.post('/api/auth/restore-email', restoreBodyOf(email)), 200);
    });

    it('takes it back once, and by its own link only', async () => {
      const [one, other] = [await takenOver(), await takenOver()];
      const swapped = { user_id: one.customerId, hash: restoreBodyOf(other.email).hash };
      assertStatus(await people.post('/api/auth/restore-email', swapped), 422);
      const body = restoreBodyOf(one.email);
      const answers = await Promise.all([1, 2].map(() => people.post('/api/auth/restore-email', body)));
      assert.ok(
        answers.some(({ statusCode }) => statusCode === 200),
        answers.map((answer) => answer.body).join(),
      );
      // A second click is fine while the address is the restored one.
      assertStatus(await people.post('/api/auth/restore-email', body), 200);
      await test.deps.database.query(
        sql.typeAlias('void')`update app.account_token set expires_at = now() where customer_id = ${other.customerId}`,
      );
      assertStatus(await people.post('/api/auth/restore-email', restoreBodyOf(other.email)), 422);
    });

    it('keeps the old address for its owner meanwhile', async () => {
      const { email } = await takenOver();
      assertStatus(await signUp(email, 'An Intruder', 'password of the intruder'), 201);
      assert.equal(people.mailsTo(email).at(-1)?.subject, 'This address cannot be used yet');
      const another = await people.signedIn((await people.register()).email);
      assertStatus(await change(another.headers, { email, current_password: PASSWORD }), 200);
      assert.equal(people.mailsTo(email).at(-1)?.subject, 'This address cannot be used yet');
      assertStatus(await people.post('/api/auth/restore-email', restoreBodyOf(email)), 200);
    });
  });

  describe('where it is signed in', () => {
    it('announces a new browser by mail, and one that is known not', async () => {
      const { email } = await people.register();
      const alarms = () => people.mailsTo(email).filter(({ subject }) => subject.startsWith('A new device')).length;
      const first = await people.signIn(email);
      assert.equal(alarms(), 0, 'the first one');
      const cookies = Object.fromEntries(first.cookies.map(({ name, value }) => [name, value]));
      const again = {
        method: 'POST',
        url: '/api/auth/sign-in',
        cookies,
        payload: { email, password: PASSWORD },
      } as const;
      assertStatus(await test.app.inject(again), 200);
      assert.equal(alarms(), 0, 'the same one');
      assertStatus(await people.signIn(email), 200);
      assert.equal(alarms(), 1, 'another one');
    });

    it('lists its devices, and signs out one or all others', async () => {
      const { email } = await people.register();
      const [here, there, elsewhere] = [
        await people.signedIn(email),
        await people.signedIn(email),
        await people.signedIn(email),
      ];
      const list = async () =>
        (await test.app.inject({ url: '/api/auth/sessions', headers: here.headers })).json().data as {
          id: string;
          device: string;
          is_current: boolean;
        }[];
      const listed = await list();
      assert.equal(listed.length, 3);
      assert.deepEqual(
        listed.map((one) => one.is_current),
        [false, false, true],
      );
      const remove = (url: string, headers: Record<string, string>) =>
        test.app.inject({ method: 'DELETE', url, headers });
      const stranger = await people.signedIn((await people.register()).email);
      assertStatus(await remove(`/api/auth/sessions/${listed[0]?.id}`, stranger.headers), 404);
      assertStatus(await remove(`/api/auth/sessions/${listed[0]?.id}`, here.headers), 200);
      assertStatus(await test.app.inject({ url: '/api/user', headers: elsewhere.headers }), 401);
      assertStatus(await test.app.inject({ url: '/api/user', headers: there.headers }), 200);
      assertStatus(await remove('/api/auth/sessions', here.headers), 200);
      assertStatus(await test.app.inject({ url: '/api/user', headers: there.headers }), 401);
      assert.deepEqual(
        (await list()).map((one) => one.is_current),
        [true],
      );
    });

    it('ends after ninety days, however often it is used', async () => {
      const session = await people.signedIn((await people.register()).email, true);
      const refresh = (token: string) =>
        test.app.inject({
          method: 'POST',
          url: '/api/auth/refresh',
          cookies: { giftledger_refresh: token },
          headers: { origin: 'http://localhost:3000' },
        });
      await test.deps.database.query(
        sql.typeAlias('void')`update app.session set created_at = now() - interval '91 days'`,
      );
      const last = await refresh(session.cookie.value);
      assertStatus(last, 200);
      const token = last.cookies.find(({ name }) => name === 'giftledger_refresh')?.value ?? '';
      assertStatus(await refresh(token), 401);
    });
  });
});
