import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { type Answers, UNFORESEEN } from '#web/testing/network.ts';
import { pressRepeatedly, renderScreen } from '#web/testing/render.tsx';
import { MailsPage } from './mails-page.tsx';

const MAILS = [
  { name: 'order-paid', subject: 'Order 42 is paid', to: 'customers' as const },
  { name: 'securityAlertMail', subject: 'Security: sign-ins', to: 'administrators' as const },
];

function open(answers: Answers = {}, roles: Role[] = ['finance'], search = '') {
  history.replaceState(null, '', `/admin/settings/mails${search}`);
  return renderScreen(<MailsPage />, {
    realm: 'admin',
    roles,
    answers: {
      'GET /admin/settings/mails': { data: MAILS },
      'GET /admin/settings/mails/:name': ({ params }) => {
        const mail = MAILS.find(({ name }) => name === params.name) ?? assert.fail(params.name);
        return { data: { ...mail, from: null, text: `Hello, ${mail.name}`, html: `<p>${mail.name}</p>` } };
      },
      ...answers,
    },
  });
}

it('a mail is shown as its readers see it, without rights, and another one is chosen from the list', async () => {
  const { user } = open();
  const frame = await screen.findByTitle('Preview of Order 42 is paid');
  assert.deepEqual([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')], ['', '<p>order-paid</p>']);
  await user.click(screen.getByRole('button', { name: 'Text' }));
  assert.ok(screen.getByText('Hello, order-paid'));
  assert.equal(screen.queryByTitle(/^Preview/), null);
  const list = within(screen.getByRole('navigation', { name: 'Mails' }));
  await user.click(list.getByRole('link', { name: 'Security: sign-ins' }));
  assert.ok(await screen.findByTitle('Preview of Security: sign-ins'));
  assert.equal(list.getByRole('link', { current: 'page' }).textContent, 'Security: sign-ins');
});

it('a test goes once to the own address, and its result is said', async () => {
  const answer = Promise.withResolvers<{ outcome: 'refused'; message: string }>();
  const { user, writes } = open({ 'POST /admin/settings/mails/:name/test': () => answer.promise });
  await pressRepeatedly(user, await screen.findByRole('button', { name: 'Send test mail to myself' }));
  await waitFor(() => assert.equal(writes().length, 1));
  answer.resolve({ outcome: 'refused', message: 'The mail server did not take the mail: “550 no”.' });
  assert.ok(await screen.findByText('The mail was refused'));
  assert.ok(screen.getByText(/550 no/));
});

it('who only reads is offered no test, and an unknown mail and a failure are said', async () => {
  open({}, ['auditor'], '?mail=else');
  assert.ok(await screen.findByText('There is no such mail'));
  assert.equal(screen.queryByRole('button', { name: 'Send test mail to myself' }), null);
  cleanup();
  open({ 'GET /admin/settings/mails/:name': UNFORESEEN });
  assert.ok(await screen.findByRole('button', { name: 'Try again' }));
});
