import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { NotMePage, RestoreEmailPage, StopResetPage } from './mailed-pages.tsx';

describe('what a link in a mail does', () => {
  it('takes a press, and then leads on', async () => {
    const { user } = renderScreen(<RestoreEmailPage />, {
      realm: 'customer',
      answers: { 'POST /auth/restore-email': { message: 'Your address is back.' } },
    });
    assert.ok(!screen.queryByText('Your address is back.'));
    await user.click(await screen.findByRole('button', { name: 'Take my account back' }));
    assert.ok(await screen.findByText('Your address is back.'));
    assert.equal(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href'), '/login');
  });

  it('removes a factor that somebody else added, and leads to the sign-in', async () => {
    const { user, writes } = renderScreen(<NotMePage />, {
      realm: 'customer',
      answers: { 'POST /auth/undo-factor': { message: 'It was removed.' } },
    });
    assert.equal(writes().length, 0);
    await user.click(await screen.findByRole('button', { name: 'Remove it and lock everybody out' }));
    assert.ok(await screen.findByText('It was removed.'));
    assert.equal(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href'), '/login');
  });

  it('says the server’s reason of a failure, or its own, and can be tried again', async () => {
    const answers = [refusal(422, { message: 'This link was used.', code: 'link_used' }), UNFORESEEN];
    const { user } = renderScreen(<StopResetPage />, {
      realm: 'customer',
      answers: { 'POST /auth/stop-second-factor-reset': () => answers.shift() ?? { message: 'It stays.' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Stop the removal' }));
    assert.ok(await screen.findByText('This link was used.'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    assert.ok(await screen.findByText('It could not be stopped. Please try again.'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    assert.ok(await screen.findByText('It stays.'));
    assert.ok(screen.getByRole('link', { name: 'Change your password' }));
  });
});
