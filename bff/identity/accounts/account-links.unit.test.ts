import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SEND_MAIL } from '#bff/kit/mails/mail-job.ts';
import { ACCOUNT_LINK } from './account-links.ts';

it('a request for a link is tried for as long as its mail would be: it needs the event log, which may be away for longer than half a minute', () => {
  assert.equal(ACCOUNT_LINK.attempts, SEND_MAIL.attempts);
});
