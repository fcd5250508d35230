import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DomainError } from '#core/kernel/errors.ts';
import { NO_SETTINGS } from '#core/ledger/settings.ts';
import { DEMO_SELLER } from '#infra/proof/api/settings.ts';
import { type MailKind, sendWithin } from './cool-down.ts';
import type { Letter } from './layout.ts';
import { finishMail, SEND_MAIL, senderOf, sendMail } from './mail-job.ts';

const settings = (change: object) => ({
  now: () => ({ ...NO_SETTINGS, values: { seller: { ...DEMO_SELLER, ...change } } }),
});

it('mails come from the address of the settings, under the name of the store', () => {
  const own = { mailFrom: 'no-reply@ink.co.uk', tradeName: null, name: 'Ink "&" Co\r\nBcc: x' };
  assert.equal(senderOf(settings(own), {}), '"Ink & CoBcc: x" <no-reply@ink.co.uk>');
  assert.equal(senderOf(settings({ ...own, tradeName: 'Inkwell' }), {}), '"Inkwell" <no-reply@ink.co.uk>');
});

it('mails have the configured sender where the settings name none, and where they cannot be read', () => {
  assert.equal(senderOf(settings({ mailFrom: null }), {}), undefined);
  assert.equal(senderOf({ now: () => NO_SETTINGS }, {}), undefined);
  const away = () => {
    throw new DomainError('unavailable', 'Not now.');
  };
  assert.equal(senderOf({ now: away }, {}), undefined);
});

async function queued(kind: MailKind): Promise<Letter> {
  const mails: Letter[] = [];
  const deps = { database: undefined as never, logger: { info: () => assert.fail('it is sent') } };
  const send = sendWithin(deps, async (mail) => void mails.push(mail));
  await send(kind, { email: 'ada@ink.co.uk' }, { subject: 'News', paragraphs: [] }, { isCounted: true });
  return mails[0] ?? assert.fail('a mail');
}

it('what owners hear of a change does not depend on the settings that somebody changed', async () => {
  const silenced = settings({ mailFrom: 'nobody@nowhere.invalid' });
  assert.match(senderOf(silenced, await queued('money')) ?? '', /nowhere\.invalid/);
  for (const kind of ['settings-change', 'administrator-change', 'price-change', 'security-alert'] as const) {
    assert.equal(senderOf(silenced, await queued(kind)), undefined, kind);
  }
});

it('names no recipient where the mail server refuses it, however the server writes the address', async () => {
  for (const written of ['Ada.Byron@Müller.example', 'ADA.BYRON@MÜLLER.EXAMPLE', 'ada.byron@xn--mller-kva.example']) {
    const refused = async () => {
      throw new Error(`Can't send mail - all recipients were rejected: 550 5.1.1 <${written}>: from shop@ink.co.uk`);
    };
    await assert.rejects(sendMail({ send: refused }, { to: 'Ada.Byron@Müller.example' }), {
      message: `Can't send mail - all recipients were rejected: 550 5.1.1 <[recipient]>: from shop@ink.co.uk`,
    });
  }
});

it('waits as what it says, and gets the look of the moment in which it is sent; as 0.3.0 queued it, it goes as it is', async () => {
  const deps = {
    settings: settings({ tradeName: 'Inkwell' }),
    config: { publicUrl: 'https://ink.co.uk' },
  } as unknown as Parameters<typeof finishMail>[0];
  const letter = await queued('security-alert');
  assert.ok(!JSON.stringify(letter).includes('<'), 'no look');
  const { mail, name, ...envelope } = letter;
  const sent = finishMail(
    deps,
    SEND_MAIL.schema.parse(JSON.parse(JSON.stringify({ ...letter, mail: { ...mail, pauseMinutes: 60 } }))),
  );
  assert.deepEqual({ ...sent, text: '', html: '' }, { ...envelope, subject: 'News', text: '', html: '' });
  for (const form of [sent.text, sent.html]) assert.match(form, /Inkwell.*no more mails of this kind for 60 minutes/s);

  const before = { id: 'a', to: 'ada@ink.co.uk', subject: 'News', text: 'News.', html: '<p>News.</p>' };
  assert.deepEqual(finishMail(deps, SEND_MAIL.schema.parse(before)), before);
});
