import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { v7 } from 'uuid';
import type { SendMail } from '#bff/kit/mails/cool-down.ts';
import type { OutgoingMail } from '#bff/kit/mails/mail-queue.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createJobs } from '#infra/adapters/jobs/jobs.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createSignUps } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { ACCOUNT_LINK, sendAccountLink } from './account-links.ts';

describe('a link that is mailed by a job', async () => {
  const test = await startTestApp();
  const people = createSignUps(test);
  after(() => test.stop());

  describe('a request for a link whose job died', () => {
    const laterBy = (time: string) =>
      test.deps.database.query(
        sql.typeAlias('void')`update app.account_token set created_at = created_at - ${time}::interval`,
      );
    const MORE_THAN_THE_HOUR_HAS_ROOM_FOR = 6;
    async function asked() {
      const { email } = await people.register();
      await laterBy('1 minute');
      const newRequest = () => {
        const token = test.deps.crypto.randomToken();
        return { id: v7(), purpose: 'reset-password', email, correlationId: v7(), token } as const;
      };
      const before = people.mailsTo(email).length;
      return { request: newRequest(), newRequest, mailed: () => people.mailsTo(email).slice(before) };
    }
    const dyingIn = (send: SendMail) => ({ ...test.deps, mails: { ...test.deps.mails, send } });
    const beforeItsMail = dyingIn(() => Promise.reject(new Error('Postgres is away')));
    const afterItsMail = dyingIn(async (...mail) => {
      await test.deps.mails.send(...mail);
      throw new Error('Postgres is away');
    });
    async function assertLastLinkWorks(mailed: readonly { readonly text: string }[]) {
      const token = /password-reset\/(\S+)/.exec(mailed.at(-1)?.text ?? '')?.[1];
      const password = 'another horse battery';
      const reset = await people.post('/api/auth/reset-password', { token, password, password_confirmation: password });
      assertStatus(reset, 200);
    }

    it('before its mail, at each of many tries, is mailed, and one beside it is not', async () => {
      const { request, newRequest, mailed } = await asked();
      for (let tries = 0; tries < MORE_THAN_THE_HOUR_HAS_ROOM_FOR; tries += 1)
        await assert.rejects(sendAccountLink(beforeItsMail, request));

      await sendAccountLink(test.deps, request);
      await sendAccountLink(test.deps, newRequest());

      assert.equal(mailed().length, 1);
      await assertLastLinkWorks(mailed());
    });

    it('after its mail is mailed once, and the link works', async () => {
      const { request, newRequest, mailed } = await asked();
      for (let tries = 0; tries < MORE_THAN_THE_HOUR_HAS_ROOM_FOR; tries += 1)
        await assert.rejects(sendAccountLink(afterItsMail, request));

      await sendAccountLink(test.deps, request);

      assert.equal(mailed().length, 1);
      await laterBy('1 minute');
      await sendAccountLink(test.deps, newRequest());
      assert.equal(mailed().length, 2, 'a repeated try takes no room of the hour');
      await assertLastLinkWorks(mailed());
    });

    it('before a later request was mailed is not mailed after that, so that the last link works', async () => {
      const { request, newRequest, mailed } = await asked();
      await assert.rejects(sendAccountLink(beforeItsMail, request));
      await laterBy('1 minute');
      await sendAccountLink(test.deps, newRequest());
      await laterBy('1 minute');

      await sendAccountLink(test.deps, request);

      assert.equal(mailed().length, 1);
      await assertLastLinkWorks(mailed());
    });

    it('until its link had expired is mailed a link that works', async () => {
      const { request, mailed } = await asked();
      await assert.rejects(sendAccountLink(beforeItsMail, request));
      await test.deps.database.query(
        sql.typeAlias('void')`update app.account_token set expires_at = now() where request_id = ${request.id}`,
      );

      await sendAccountLink(test.deps, request);

      assert.equal(mailed().length, 1);
      await assertLastLinkWorks(mailed());
    });

    it('of a sign-up is mailed once, too, and nothing follows once its link was used', async () => {
      const email = people.newEmail();
      assertStatus(await people.signUp(email), 201);
      const before = people.mailsTo(email).length;
      const token = test.deps.crypto.randomToken();
      const request = { id: v7(), purpose: 'sign-up', email, correlationId: v7(), token } as const;

      await assert.rejects(sendAccountLink(afterItsMail, request));
      await sendAccountLink(test.deps, request);

      assert.equal(people.mailsTo(email).length, before + 1);
      const body = people.verifyBodyOf(people.lastLinkTo(email));
      assertStatus(await people.post('/api/auth/verify-email', body), 200);

      await sendAccountLink(test.deps, request);

      assert.equal(people.mailsTo(email).length, before + 1);
    });
  });

  it('mails the link of a sign-up once, also where the event log is away at all tries of an hour but the last', async () => {
    const email = people.newEmail();
    assertStatus(await people.signUp(email), 201);
    const before = people.mailsTo(email).length;
    const jobs = createJobs({ databaseUrl: test.databaseUrl, logger: createLogger({ part: 'test', level: 'silent' }) });
    try {
      // Its pauses are 2, 4, 8 … s, and here so many milliseconds.
      const kind = { ...ACCOUNT_LINK, backoffMs: 2 };
      let triedForMs = 0;
      jobs.work(kind, (request, { attempt }) => {
        const isAway = triedForMs < 3_600_000;
        triedForMs += 2_000 * 2 ** (attempt - 1);
        const ledger = { ...test.deps.ledger, execute: () => Promise.reject(new Error('the event log is away')) };
        return sendAccountLink(isAway ? { ...test.deps, ledger } : test.deps, request);
      });
      const token = test.deps.crypto.randomToken();
      await jobs.add(kind, { id: v7(), purpose: 'sign-up', email, correlationId: v7(), token });
      await eventually(async () => {
        const [counts] = await jobs.counts([kind]);
        assert.equal((counts?.completed ?? 0) + (counts?.failed ?? 0), 1);
      });
    } finally {
      await jobs.close();
    }
    assert.equal(people.mailsTo(email).length, before + 1);
  });
});

it('a link that had expired at the last try of its mail works from that on', async () => {
  const delivered: OutgoingMail[] = [];
  let isAway = true;
  const test = await startTestApp({}, undefined, async (mail) => {
    if (!isAway) return void delivered.push(mail);
    // Given a mail server that is away for longer than a link lives.
    isAway = false;
    await test.deps.database.query(sql.typeAlias('void')`update app.account_token set expires_at = now()`);
    throw new Error('the mail server is away');
  });
  try {
    const { email } = await createCustomer(test);
    const token = test.deps.crypto.randomToken();
    await sendAccountLink(test.deps, { id: v7(), purpose: 'reset-password', email, correlationId: v7(), token });
    await eventually(async () => assert.equal(delivered.length, 1));
    assert.match(delivered[0]?.text ?? '', new RegExp(`password-reset/${token}`));
    const password = 'another horse battery';
    const payload = { token, password, password_confirmation: password };
    assertStatus(await test.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload }), 200);
  } finally {
    await test.stop();
  }
});
