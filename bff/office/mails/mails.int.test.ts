import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { adminMailRoutes } from '#bff/contract/office/mails.ts';
import { sendToMyself } from '#bff/office/mails/send-to-myself.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';

const URL = '/api/admin/settings/mails';

describe('the mails of the store', () => {
  let test: TestApp;
  let finance: TestAdministrator;
  let answerOfServer: () => Promise<void> = async () => undefined;
  const delivered: string[] = [];
  before(async () => {
    test = await startTestApp({}, undefined, async ({ subject, to }) => {
      await answerOfServer();
      delivered.push(`${to}: ${subject}`);
    });
    finance = await createAdministrator(test, 'finance');
  });
  after(() => test.stop());

  it('are looked at by who reads the settings, and tested by owners and finance', async () => {
    const [owner, auditor, support] = [
      await createAdministrator(test),
      await createAdministrator(test, 'auditor'),
      await createAdministrator(test, 'support'),
    ];
    for (const reader of [owner, auditor, finance]) assertStatus(await reader.get(URL), 200);
    assertStatus(await support.get(URL), 403);
    for (const stranger of [auditor, support]) {
      assertStatus(await stranger.send('POST', `${URL}/order-paid/test`, {}), 403);
    }
    assertStatus(await test.app.inject({ url: URL }), 401);
  });

  it('are previewed as they are sent, each of them, and load nothing', async () => {
    const { data: mails } = adminMailRoutes.listSettingsMails.response.parse((await finance.get(URL)).json());
    const previewOf = async (name: string) =>
      adminMailRoutes.previewMail.response.parse((await finance.get(`${URL}/${name}`)).json()).data;
    for (const { name, subject } of mails) {
      const shown = await previewOf(name);
      assert.equal(shown.subject, subject);
      assert.match(shown.text, /^Demonstration store: .+\n\nHello( Alex Example)?,\n\n[\s\S]+\n\nGiftledger$/, name);
      assert.match(
        shown.html,
        /^<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy"/,
        name,
      );
    }
    assert.match((await previewOf('order-paid')).from ?? '', /^"Giftledger" <no-reply@/);
    assert.equal((await previewOf('settingsChangeMail')).from, null, 'it comes from the operator');
    assert.match((await previewOf('verifyEmailMail')).text, /\n\nHello,/, 'nobody has proven the address');
    for (const name of ['else', 'constructor', '__proto__']) assertStatus(await finance.get(`${URL}/${name}`), 404);
  });

  it('go to the own address alone, marked as a test; what the mail server says is said; the sixth of an hour is refused', async () => {
    const send = () => finance.send('POST', `${URL}/order-paid/test`, { to: 'else@ink.co.uk' });
    const answer = await send();
    assertStatus(answer, 200);
    assert.equal(answer.json().outcome, 'sent');
    assert.deepEqual(delivered, [`${finance.email}: [Test] Order ORD-EXAMPLE is paid`]);

    answerOfServer = async () => {
      throw new Error(`550 5.1.1 <${finance.email}>: mailbox unavailable`);
    };
    const refused = (await send()).json();
    assert.equal(refused.outcome, 'refused');
    assert.match(refused.message, /“550 5\.1\.1 <\[recipient\]>: mailbox unavailable”\. It is tried again/);

    const going = Promise.withResolvers<void>();
    answerOfServer = () => going.promise;
    const mail = { subject: 'One', paragraphs: [] };
    const { outcome } = await sendToMyself(test.deps, finance, mail, { waitMs: 1 });
    assert.equal(outcome, 'waiting');
    answerOfServer = async () => undefined;
    going.resolve();
    for (let count = 4; count <= 5; count += 1) assertStatus(await send(), 200);
    assertStatus(await send(), 429);
  });
});
