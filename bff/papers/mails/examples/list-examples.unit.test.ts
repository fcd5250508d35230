import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MONEY_MAILS } from '#bff/contract/people/money-mail-kinds.ts';
import * as account from '#bff/papers/mails/account-mails.ts';
import * as head from '#bff/papers/mails/log-head-mail.ts';
import * as notice from '#bff/papers/mails/notice-mails.ts';
import * as personal from '#bff/papers/mails/personal-data-mails.ts';
import * as factor from '#bff/papers/mails/second-factor-mails.ts';
import { listExamples } from './list-examples.ts';

const STORE = { url: 'https://ink.co.uk', store: 'Ink & Paper' };

it('every mail that is written has one example, under the kind that it is sent as', () => {
  const written = [account, head, notice, personal, factor].flatMap((file) => Object.keys(file));
  const mails = written.filter((name) => name.endsWith('Mail'));
  const names = listExamples(STORE).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...mails, ...Object.keys(MONEY_MAILS)].toSorted());
});

it('no two mails to the same readers have one subject, because a list names them by it', () => {
  const subjects = listExamples(STORE).map(({ to, mail }) => `${to}: ${mail.subject}`);
  assert.deepEqual(subjects, [...new Set(subjects)]);
});

it('examples fill every mail, and say nothing of anybody', () => {
  for (const { name, mail } of listExamples(STORE)) {
    assert.doesNotMatch(JSON.stringify(mail), /undefined|null|NaN|\[object/, name);
    if (mail.action) assert.equal(mail.action.url, STORE.url, name);
  }
});
