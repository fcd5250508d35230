import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DEMO_SELLER } from '#bff/app/testing/settings.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { NO_SETTINGS } from '#core/ledger/settings.ts';
import { senderOf } from './mail-job.ts';

const settings = (change: object) => ({
  now: () => ({ ...NO_SETTINGS, values: { seller: { ...DEMO_SELLER, ...change } } }),
});

it('mails come from the address of the settings, under the name of the store', () => {
  const own = { mailFrom: 'no-reply@ink.co.uk', tradeName: null, name: 'Ink "&" Co\r\nBcc: x' };
  assert.equal(senderOf(settings(own)), '"Ink & CoBcc: x" <no-reply@ink.co.uk>');
  assert.equal(senderOf(settings({ ...own, tradeName: 'Inkwell' })), '"Inkwell" <no-reply@ink.co.uk>');
});

it('mails have the configured sender where the settings name none, and where they cannot be read', () => {
  assert.equal(senderOf(settings({ mailFrom: null })), undefined);
  assert.equal(senderOf({ now: () => NO_SETTINGS }), undefined);
  const away = () => {
    throw new DomainError('unavailable', 'Not now.');
  };
  assert.equal(senderOf({ now: away }), undefined);
});
