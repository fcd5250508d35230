import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { customer } from '#web/testing/samples.ts';
import { watchTimers } from '#web/testing/timers.ts';
import { SupportDialog } from './support-dialog.tsx';

const SENT = 'Your support ticket has been submitted successfully!';

describe('a support ticket', () => {
  const open = (answer: Answers['POST /support/send-ticket']) =>
    renderScreen(<SupportDialog onClose={() => undefined} />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer() }, ...(answer && { 'POST /support/send-ticket': answer }) },
    });
  const send = async (user: ReturnType<typeof open>['user']) => {
    for (const [label, text] of [
      [/Full name/, 'Maya'],
      [/Email/, 'maya@example.com'],
      [/Subject/, 'Codes'],
      [/Message/, 'Where are they?'],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      await user.type(field, text);
    }
    await user.click(screen.getByRole('button', { name: 'Submit' }));
  };

  it('is said to be sent when it was, and begins again', async () => {
    const { user } = open({ success: true, message: 'Sent' });
    const timers = watchTimers();
    await send(user);
    assert.ok(await screen.findByText(SENT));
    assert.equal(textIn(screen.getByLabelText(/Subject/)), '');
    await timers.pass(5000);
    assert.ok(!screen.queryByText(SENT));
  });

  it('is not said to be sent when the server says that it was not', async () => {
    const { user } = open({ success: false, message: 'The desk is closed.' });
    await send(user);
    assert.ok(await screen.findByText('Failed to create ticket'));
    assert.ok(screen.getByText('The desk is closed.'));
    assert.ok(!screen.queryByText(SENT));
    assert.equal(textIn(screen.getByLabelText(/Subject/)), 'Codes', 'nothing typed is lost');
  });

  it('says why it failed otherwise', async () => {
    const { user } = open(refusal(429, { message: 'Too many requests.', code: 'too_many_requests' }));
    await send(user);
    assert.ok(await screen.findByText('Failed to send support ticket'));
    assert.ok(screen.getByText('Too many requests.'));
  });

  it('cannot be sent twice at once, and says what a failure without a reason is', async () => {
    const answer = Promise.withResolvers<Response>();
    const { user } = open(() => answer.promise);
    await send(user);
    const button = await screen.findByRole('button', { name: 'Submitting...' });
    assert.equal(button.getAttribute('aria-disabled'), 'true');
    answer.resolve(UNFORESEEN);
    assert.ok(await screen.findByText('Failed to submit ticket. Please try again later.'));
  });

  it('forgets an error with the first key in its field', async () => {
    const { user, writes } = open(undefined);
    await user.clear(await screen.findByLabelText(/Full name/));
    await user.clear(screen.getByLabelText(/Email/));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    assert.ok(await screen.findByText('Email is required'));
    await user.type(screen.getByLabelText(/Email/), 'm');
    await waitFor(() => assert.ok(!screen.queryByText(/email address|Email is required/)));
    assert.ok(screen.getByText('Message is required'));
    assert.deepEqual(writes(), []);
  });
});
