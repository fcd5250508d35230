import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mailOf } from '#bff/kit/mails/layout.ts';
import { newDeviceMail } from './account-mails.ts';
import { securityAlertMail } from './notice-mails.ts';
import { resetAskedMail } from './second-factor-mails.ts';

describe('a mail', () => {
  const { html, text } = mailOf({
    subject: 'Re: <b>',
    name: 'Ann & Bo',
    store: { name: 'Ink & Paper' },
    paragraphs: ['One line.\nAnother.'],
  });

  it('fits a phone and a dark mailbox', () => {
    assert.match(html, /<meta name="viewport" content="width=device-width">/);
    assert.match(html, /prefers-color-scheme: dark/);
  });

  it('says what to pay before it offers a button', () => {
    const action = { label: 'Upload proof', url: 'https://store.example/' };
    const mail = { subject: 'Pay', paragraphs: ['Pay this.'], verbatim: 'IBAN: DE00', action, closing: 'Bye.' };
    for (const form of Object.values(mailOf({ ...mail, store: { name: 'Ink' } })).slice(1)) {
      assert.match(form, /Pay this\.[\s\S]*IBAN: DE00[\s\S]*Upload proof[\s\S]*Bye\./);
    }
  });

  it('keeps the lines of what somebody wrote, and none of its markup', () => {
    assert.match(html, /white-space:pre-line[^>]*>One line\.\nAnother\.</);
    assert.match(html, /Hello Ann &amp; Bo,/);
    assert.doesNotMatch(html, /<b>/);
  });

  it('names the store at its head and its end', () => {
    assert.match(html, /Ink &amp; Paper<\/p>/);
    assert.match(text, /\n\nInk & Paper$/);
  });

  it('says first that it is of a demonstration, and only then', () => {
    const said = 'Demonstration store: no real money, no real codes.';
    const of = (isDemonstration: boolean) =>
      mailOf({ subject: 'Paid', store: { name: 'Ink', isDemonstration }, paragraphs: ['One.'] });
    assert.ok(of(true).text.startsWith(`${said}\n\nHello`));
    assert.ok(of(true).html.indexOf(said) < of(true).html.indexOf('>Ink<'));
    for (const each of Object.values(of(false))) assert.ok(!each.includes(said));
  });

  it('says a moment as papers do', () => {
    const at = new Date('2026-11-21T03:12:00Z');
    const url = 'https://store.example/';
    for (const mail of [
      newDeviceMail({ device: 'Firefox', address: '203.0.113.7', at, url }),
      securityAlertMail({ name: 'A name', sentence: 'A sentence.' }, at, url),
      resetAskedMail(at, url),
    ])
      assert.match(mailOf({ ...mail, store: { name: 'Inkwell' } }).text, / on Nov 21, 2026, 03:12 UTC/);
  });
});
