import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DomainError } from '#core/kernel/errors.ts';
import { NO_SETTINGS } from '#core/ledger/settings.ts';
import { DEMO_SELLER } from '#infra/proof/api/settings.ts';
import { type MailKind, sendWithin } from './cool-down.ts';
import { senderOf, sendMail } from './mail-job.ts';
import type { OutgoingMail } from './mail-queue.ts';

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

async function queued(kind: MailKind): Promise<OutgoingMail> {
  const mails: OutgoingMail[] = [];
  const deps = {
    database: undefined as never,
    logger: { info: () => assert.fail('it is sent') },
    settings: settings({}),
    config: { publicUrl: 'https://ink.co.uk' },
  };
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
