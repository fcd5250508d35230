import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, screen, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { Route } from 'wouter';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { AT, customer } from '#web/testing/samples.ts';
import { watchTimers } from '#web/testing/timers.ts';
import { ApprovalWaitingPage } from './approval-waiting-page.tsx';
import { LoginPage } from './login-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';
import { VerifyYourEmailPage } from './verify-your-email-page.tsx';

const at = (address: string) => history.replaceState(null, '', address);

describe('a new account', () => {
  const TERMS = { name: 'terms' as const, title: 'Terms of Service', version: 3, since: AT, to_accept: true };
  const register = async (
    answer: Answers['POST /auth/sign-up'],
    confirmation = 'correct horse',
    texts: Answers['GET /texts'] = { data: [{ ...TERMS, to_accept: false }] },
  ) => {
    at('/register');
    localStorage.removeItem('giftledger.resend-again-at');
    const { user, writes } = renderScreen(<RegisterPage />, {
      realm: 'customer',
      answers: { 'GET /texts': texts, ...(answer && { 'POST /auth/sign-up': answer }) },
    });
    await user.type(await screen.findByLabelText(/Name/), 'Maya');
    await user.type(screen.getByLabelText(/Email/), 'maya@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'correct horse');
    await user.type(screen.getByLabelText(/Confirm password/), confirmation);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    return writes;
  };

  it('begins the wait for another mail at once', async () => {
    await register({ message: 'Welcome.', retry_after_s: 30 });
    await waitFor(() => assert.equal(location.pathname, '/login'));
    assert.deepEqual(history.state, { next: 'check-inbox' });
    assert.ok(Number(localStorage.getItem('giftledger.resend-again-at')) > Date.now());
  });

  it('accepts the terms that the seller wrote, as they are shown; new ones are shown, and what was typed stays', async () => {
    let version = 3;
    const sent: unknown[] = [];
    await register(
      ({ body }) => {
        sent.push((body as { accepted: unknown }).accepted);
        if (sent.length > 1) return { message: 'Welcome.', retry_after_s: 30 };
        version = 4;
        return refusal(409, { message: 'Not as you saw it: Terms of Service.', code: 'texts_changed' });
      },
      'correct horse',
      () => ({
        data: [
          { ...TERMS, version, since: version === 3 ? AT : '2026-05-09T12:00:00.000Z' },
          { ...TERMS, name: 'privacy', title: 'Privacy Policy', version: 0, to_accept: false },
        ],
      }),
    );
    assert.ok(await screen.findByText('Not as you saw it: Terms of Service.'));
    assert.ok(await screen.findByText('May 9, 2026'));
    const link = screen.getByRole('link', { name: /^Terms of Service/ });
    assert.deepEqual([link.getAttribute('href'), link.getAttribute('target')], ['/terms', '_blank']);
    assert.equal(screen.queryByRole('link', { name: /Privacy/ }), null, 'nobody has written it');
    assert.equal(textIn(screen.getByLabelText(/^Password/)), 'correct horse');
    assert.equal(location.pathname, '/register');
    screen.getByRole('button', { name: 'Create account' }).click();
    await waitFor(() => assert.equal(location.pathname, '/login'));
    assert.deepEqual(sent, [{ terms: 3 }, { terms: 4 }]);
  });

  it('can load the terms again where that failed', async () => {
    at('/register');
    let isAway = true;
    const { user } = renderScreen(<RegisterPage />, {
      realm: 'customer',
      answers: {
        'GET /texts': () => (isAway ? UNFORESEEN : { data: [TERMS] }),
      },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isAway = false;
    await user.click(again);
    assert.ok(await screen.findByRole('link', { name: /^Terms of Service/ }));
  });

  it('leads to a sign-in that says where the link was sent, has the address and offers no passkey', async () => {
    history.replaceState({ next: 'check-inbox' }, '', '/login');
    sessionStorage.setItem('giftledger.unverified-email', 'maya@example.com');
    localStorage.removeItem('giftledger.resend-again-at');
    const { user, writes } = renderScreen(<LoginPage />, {
      realm: 'customer',
      answers: { 'POST /auth/resend': { message: 'On its way.', retry_after_s: 30 } },
    });
    assert.ok(await screen.findByRole('heading', { level: 1, name: 'Check your inbox' }));
    assert.equal(textIn(screen.getByLabelText(/Email/)), 'maya@example.com');
    assert.equal(screen.queryAllByRole('button', { name: /passkey/ }).length, 0);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    assert.ok(await screen.findByRole('button', { name: /^Send again in \d+ s$/ }));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [{ email: 'maya@example.com' }],
    );
  });

  it('wants the same password twice', async () => {
    const writes = await register(undefined, 'correct hose');
    assert.ok(await screen.findByText('Passwords do not match'));
    assert.deepEqual(writes(), []);
  });

  it('is refused in a toast, in the server’s words', async () => {
    const message = 'This password is too common.';
    await register(refusal(422, { message, code: 'validation_failed', errors: { password: [message] } }));
    assert.ok(await screen.findByText('Validation Error'));
    await waitFor(() => assert.equal(screen.getAllByText(message).length, 2, 'at its field and in the toast'));
    assert.equal(location.pathname, '/register');
  });
});

describe('an address that waits to be verified', () => {
  const FAILED = 'Failed to verify your email. The link may be invalid or expired.';
  const EXPIRED = 'The email verification link has expired. Please request a new verification email.';
  const open = (answer: Answers['POST /auth/verify-email']) => {
    at('/verify-email/1/x');
    return renderScreen(
      <Route path="/verify-email/:userId/:hash">
        <VerifyEmailPage />
      </Route>,
      {
        realm: 'customer',
        answers: { 'GET /user': { data: customer() }, ...(answer && { 'POST /auth/verify-email': answer }) },
      },
    );
  };

  it('given a link that works, then the page leads home after two seconds', async () => {
    const timers = watchTimers();
    open({ message: 'Your email address is verified.', email: 'maya@example.com' });
    assert.ok(screen.getByText('Verifying...'));
    assert.ok(await screen.findByText('Email verified'));
    assert.equal(location.pathname, '/verify-email/1/x');
    await timers.pass(2000);
    assert.equal(location.pathname, '/');
  });

  it('given a visitor, then the sign-in that it leads to has the address', async () => {
    sessionStorage.removeItem('giftledger.unverified-email');
    open({ message: 'Your email address is verified.', email: 'maya@example.com' });
    act(() => getDefaultStore().set(sessionAtoms.customer, { status: 'signed-out' }));
    assert.ok(await screen.findByText('Sign in to add your company. Our team then reviews your account.'));
    assert.equal(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/login');
    assert.equal(sessionStorage.getItem('giftledger.unverified-email'), 'maya@example.com');
  });

  it('given a browser that did not ask for it, then nothing is verified until the button is pressed', async () => {
    const bodies: unknown[] = [];
    const { user } = open((sent) => {
      bodies.push(sent.body);
      return bodies.length === 1
        ? refusal(409, { message: 'Please confirm.', code: 'press_needed' })
        : { message: 'Your email address is verified.', email: 'maya@example.com' };
    });
    await user.click(await screen.findByRole('button', { name: 'Verify my email address' }));
    assert.ok(await screen.findByText('Email verified'));
    const link = { user_id: '1', hash: 'x' };
    assert.deepEqual(bodies, [
      { ...link, at_once: true },
      { ...link, at_once: false },
    ]);
  });

  it('given somebody else who signed up with the address, then the password of one’s own sign-up is asked for', async () => {
    const { user } = open((sent) => {
      const { password } = sent.body as { password?: string };
      if (password === undefined) return refusal(409, { message: 'Password, please.', code: 'password_needed' });
      return password === 'my own password'
        ? { message: 'Your email address is verified.', email: 'maya@example.com' }
        : refusal(422, { message: 'No.', code: 'validation_failed', errors: { password: ['Nobody signed up so.'] } });
    });
    const field = await screen.findByLabelText(/Your password/);
    await user.type(field, 'a wrong one{Enter}');
    assert.ok(await screen.findByText('Nobody signed up so.'));
    await user.clear(field);
    await user.type(field, 'my own password{Enter}');
    assert.ok(await screen.findByText('Email verified'));
  });

  for (const [answer, said, next] of [
    [UNFORESEEN, 'An error occurred during email verification.', '/verify-your-email'],
    [refusal(422, { message: 'No.', code: 'link_invalid' }), FAILED, '/verify-your-email'],
    [refusal(410, { message: 'No.', code: 'link_expired' }), EXPIRED, '/verify-your-email?expired=true'],
  ] as const) {
    it(`given a link that does not work, then it says: ${said}`, async () => {
      open(answer);
      assert.ok(await screen.findByText(said));
      const link = screen.getByRole('link', { name: 'Request a new verification email' });
      assert.equal(link.getAttribute('href'), next);
    });
  }

  it('says that its link has expired, and that no new one could be sent', async () => {
    at('/verify-your-email?expired=true');
    localStorage.removeItem('giftledger.resend-again-at');
    const { user } = renderScreen(<VerifyYourEmailPage />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer({ email_verified_at: null }) }, 'POST /auth/resend': UNFORESEEN },
    });
    assert.ok(await screen.findByText('Expired Link'));
    assert.ok(screen.getByText(EXPIRED));
    await screen.findByText('maya@example.com');
    await user.click(screen.getByRole('button', { name: 'Resend verification email' }));
    assert.ok(await screen.findByText('Failed to send verification email. Please try again.'));
    assert.ok(screen.getByRole('button', { name: 'Logout' }));
  });
});

describe('the wait for approval', () => {
  it('looks every half minute, and when it is asked to, and leads home once there is one', async () => {
    at('/approval-waiting');
    let isApproved = false;
    const timers = watchTimers();
    const { user } = renderScreen(<ApprovalWaitingPage />, {
      realm: 'customer',
      answers: { 'GET /user': () => ({ data: customer({ is_approved: isApproved }) }) },
    });
    assert.ok(await screen.findByText(/It takes 1-2 business days, and you will get an email notification/));
    assert.ok(screen.getByRole('button', { name: 'Logout' }));
    await user.click(screen.getByRole('button', { name: 'Check Approval Status' }));
    assert.ok(await screen.findByText('Still under review'));
    isApproved = true;
    await timers.pass(30_000);
    await waitFor(() => assert.equal(location.pathname, '/'));
  });

  it('is none where the approval was withdrawn: the page says so, and how to ask again', async () => {
    at('/approval-waiting');
    renderScreen(<ApprovalWaitingPage />, {
      realm: 'customer',
      answers: { 'GET /user': { data: customer({ is_approved: false, is_approval_revoked: true }) } },
    });
    assert.ok(await screen.findByRole('heading', { name: 'Your approval was withdrawn' }));
    assert.equal(screen.queryAllByText(/1-2 business days/).length, 0);
    const again = screen.getByRole('link', { name: 'Correct and ask again' });
    assert.equal(again.getAttribute('href'), '/settings/company');
  });
});
