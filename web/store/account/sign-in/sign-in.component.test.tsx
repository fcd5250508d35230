import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { Route } from 'wouter';
import type { SignedIn } from '#bff/contract/identity/auth.ts';
import { sessionAtoms } from '#web/lib/api/session-atoms.ts';
import { MfaSetup } from '#web/shared/security/mfa-setup.tsx';
import { verifySetup } from '#web/store/account/settings/security-tab.tsx';
import { type Answers, refusal, UNFORESEEN } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { customer, idOf } from '#web/testing/samples.ts';
import { watchTimers } from '#web/testing/timers.ts';
import { LoginPage } from './login-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const TOO_MANY = 'Too many login attempts. Please wait a moment before trying again.';
const WRONG_PASSWORD = 'Invalid email or password. Please check your credentials and try again.';
const NOT_VERIFIED = 'Please verify your email address before logging in.';
const EMPTY_CODE = 'Please enter the verification code from your authenticator app';
const WRONG_CODE = refusal(422, {
  message: 'Failed to verify code. Please check the code and try again.',
  code: 'validation_failed',
  errors: { code: ['Failed to verify code. Please check the code and try again.'] },
});
const CHALLENGE = { challenge_id: idOf(61), expires_at: '2099-01-01T00:00:00.000Z' };
const signedIn: SignedIn = {
  status: 'signed_in',
  access_token: 'token',
  token_type: 'bearer',
  expires_at: '2099-01-01T00:00:00.000Z',
  user: customer(),
};

const at = (address: string) => history.replaceState(null, '', address);

describe('a new password by a mailed link', () => {
  const open = (answers: Answers) => {
    at('/password-reset/token-1');
    return renderScreen(
      <Route path="/password-reset/:token?">
        <ResetPasswordPage />
      </Route>,
      { realm: 'customer', answers: { 'POST /auth/reset-password/factors': { data: [] }, ...answers } },
    );
  };
  const send = async (user: ReturnType<typeof open>['user']) => {
    await user.type(await screen.findByLabelText(/^New password/), 'correct horse');
    await user.type(screen.getByLabelText('Confirm new password', { exact: false }), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
  };

  it('given a link that was used or is too old, then that is said and a new one offered', async () => {
    const { user } = open({
      'POST /auth/reset-password': refusal(422, { message: 'No.', code: 'reset_link_invalid' }),
    });
    await send(user);
    assert.ok(await screen.findByText(/Invalid or expired reset link\. Please try again\./));
    assert.equal(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href'), '/forgot-password');
  });

  it('given a link that works, then the page leads to sign-in after three seconds', async () => {
    const { user } = open({ 'POST /auth/reset-password': { message: 'Password Reset Successful' } });
    const timers = watchTimers();
    await send(user);
    assert.ok(await screen.findByText('Password Reset Successful'));
    assert.equal(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href'), '/login');
    assert.equal(screen.getByRole('link', { name: 'Login' }).getAttribute('href'), '/login');
    assert.equal(location.pathname, '/password-reset/token-1');
    await timers.pass(3000);
    assert.equal(location.pathname, '/login');
  });

  it('given factors of the last days, then only those that are ticked stay', async () => {
    const bodies: unknown[] = [];
    const [mine, foreign] = [idOf(1), idOf(2)];
    const added_at = '2026-11-25T10:00:00.000Z';
    const { user } = open({
      'POST /auth/reset-password/factors': {
        data: [
          { id: mine, kind: 'app', name: 'Authenticator app', added_at },
          { id: foreign, kind: 'passkey', name: 'Chrome on Windows', added_at },
        ],
      },
      'POST /auth/reset-password': ({ body }) => {
        bodies.push(body);
        return { message: 'Password Reset Successful' };
      },
    });
    await user.click(await screen.findByLabelText(/^Authenticator app, added/));
    assert.ok(screen.getByLabelText(/^Chrome on Windows, added/));
    await send(user);
    assert.ok(await screen.findByText('Password Reset Successful'));
    const password = { password: 'correct horse', password_confirmation: 'correct horse' };
    assert.deepEqual(bodies, [{ ...password, token: 'token-1', keep_factors: [mine] }]);
  });

  it('given they cannot be shown, then nothing is removed unseen', async () => {
    let isUp = false;
    const { user } = open({ 'POST /auth/reset-password/factors': () => (isUp ? { data: [] } : UNFORESEEN) });
    assert.ok(await screen.findByText('We cannot reach the store. Your money is not affected.'));
    const isOff = () => screen.getByRole('button', { name: 'Reset password' }).getAttribute('aria-disabled') === 'true';
    assert.ok(isOff());
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => assert.ok(!isOff()));
  });

  it('given any other failure, then the link may be tried again', async () => {
    const { user } = open({ 'POST /auth/reset-password': refusal(500, { message: 'Oh no.', code: 'internal' }) });
    await send(user);
    assert.ok(await screen.findByText('Failed to reset password. Please try again.'));
    assert.ok(!screen.queryByRole('link', { name: 'Send a new link' }));
  });
});

describe('signing in', () => {
  const open = (address: string, answers: Answers = {}) => {
    at(address);
    sessionStorage.clear();
    return renderScreen(<LoginPage />, { realm: 'customer', answers });
  };

  it('given an address that brings a refusal along, then it is shown in our own words alone', async () => {
    open('/login?error=access_denied&error_description=Call%20this%20number%20and%20say%20your%20password.');
    assert.ok(await screen.findByText(/^Access denied\. An error occurred/));
    assert.equal(document.body.textContent?.includes('Call this number'), false);
  });

  it('given an email, when Tab is pressed, then the password is next, and the way to a new one comes after it', async () => {
    const { user } = open('/login');
    const password = await screen.findByLabelText(/^Password/);
    await user.click(screen.getByLabelText(/^Email/));
    await user.tab();
    assert.equal(document.activeElement, password);
    await user.tab({ shift: true });
    assert.equal(document.activeElement, screen.getByLabelText(/^Email/));
    const forgot = screen.getByRole('link', { name: 'Forgot password?' });
    assert.ok(password.compareDocumentPosition(forgot) & Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('given the right password, then the session begins after the 300 ms that are specified', async () => {
    let answeredAt = 0;
    const { user } = open('/login', {
      'POST /auth/sign-in': () => {
        answeredAt = performance.now();
        return signedIn;
      },
    });
    getDefaultStore().set(sessionAtoms.customer, { status: 'signed-out' });
    const begun = new Promise<number>((resolve) =>
      getDefaultStore().sub(sessionAtoms.customer, () => resolve(performance.now())),
    );
    await user.type(await screen.findByLabelText(/Email/), 'maya@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'correct horse{Enter}');
    assert.ok((await begun) - answeredAt >= 299, 'the timers of Node are whole milliseconds');
  });

  for (const [answer, said] of [
    [UNFORESEEN, 'An error occurred during login. Please try again later.'],
    [refusal(429, { message: 'Slow down.', code: 'too_many_requests' }), TOO_MANY],
    [refusal(401, { message: 'No.', code: 'invalid_credentials' }), WRONG_PASSWORD],
    [refusal(403, { message: 'No.', code: 'email_not_verified' }), NOT_VERIFIED],
  ] as const) {
    it(`given a refusal, then it says: ${said}`, async () => {
      const { user } = open('/login', { 'POST /auth/sign-in': answer });
      await user.type(await screen.findByLabelText(/Email/), 'maya@example.com');
      await user.type(screen.getByLabelText(/^Password/), 'correct horse{Enter}');
      assert.ok(await screen.findByText(said, { exact: false }));
    });
  }

  const withFactors = (factors: { id: string; type: 'totp' }[]): Answers['POST /auth/sign-in'] => ({
    status: 'mfa_required',
    mfa_token: 'half',
    expires_at: CHALLENGE.expires_at,
    second_factors: factors.map(() => 'app'),
    factors,
  });
  for (const [factors, said] of [
    [[], 'No authenticator found. Please contact support.'],
    [[{ id: idOf(60), type: 'totp' }], 'Failed to start verification process'],
  ] as const) {
    it(`given a right password and no code to ask for, then it says: ${said}`, async () => {
      const { user } = open('/login', {
        'POST /auth/sign-in': withFactors([...factors]),
        'POST /auth/mfa/challenge': UNFORESEEN,
      });
      await user.type(await screen.findByLabelText(/Email/), 'maya@example.com');
      await user.type(screen.getByLabelText(/^Password/), 'correct horse{Enter}');
      assert.ok(await screen.findByText(said));
    });
  }

  it('given a factor, then an empty code is asked for by Enter, and a wrong one refused', async () => {
    const { user, writes } = open('/login', {
      'POST /auth/sign-in': withFactors([{ id: idOf(60), type: 'totp' }]),
      'POST /auth/mfa/challenge': CHALLENGE,
      'POST /auth/mfa/verify': WRONG_CODE,
    });
    await user.type(await screen.findByLabelText(/Email/), 'maya@example.com');
    await user.type(screen.getByLabelText(/^Password/), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const code = await screen.findByLabelText(/Verification code/);
    await user.type(code, '{Enter}');
    assert.ok(await screen.findByText(EMPTY_CODE));
    assert.equal(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled'), 'true');
    await user.type(code, '12 34 56{Enter}');
    assert.ok(await screen.findByText('Failed to verify code. Please check the code and try again.'));
    assert.equal(writes().filter(({ key }) => key === 'POST /auth/mfa/verify').length, 1);
  });
});

describe('setting up two-factor authentication', () => {
  const SETUP = {
    id: idOf(60),
    type: 'totp',
    totp: { qr_code: 'otpauth://totp/x', secret: 'SECRET', uri: 'otpauth://totp/x' },
  } as const;
  const open = (verify: Answers['POST /auth/mfa/verify']) =>
    renderScreen(
      <MfaSetup
        totp={SETUP.totp}
        verify={async (code) => void (await verifySetup(SETUP, code))}
        onCancel={() => undefined}
      />,
      {
        realm: 'customer',
        answers: { 'POST /auth/mfa/challenge': CHALLENGE, ...(verify && { 'POST /auth/mfa/verify': verify }) },
      },
    );
  const code = () => screen.findByLabelText(/Verification code/);

  it('asks for the code when there is none, by the button and by Enter', async () => {
    const { user, writes } = open(undefined);
    await user.click(await screen.findByRole('button', { name: 'Verify and enable' }));
    assert.ok(await screen.findByText(EMPTY_CODE));
    await user.type(await code(), '1');
    await waitFor(() => assert.ok(!screen.queryByText(EMPTY_CODE)));
    await user.type(await code(), '{Backspace}{Enter}');
    assert.ok(await screen.findByText(EMPTY_CODE));
    assert.deepEqual(writes(), []);
  });

  it('says of a wrong code what is specified here', async () => {
    const { user } = open(WRONG_CODE);
    await user.type(await code(), '123456{Enter}');
    assert.ok(await screen.findByText('Failed to verify MFA code. Please check the code and try again.'));
  });

  it('goes on with the session that the code confirmed', async () => {
    const { user, writes } = open(signedIn);
    await user.type(await code(), '123456{Enter}');
    await waitFor(() => assert.equal(writes().length, 2));
  });
});
