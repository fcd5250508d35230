import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, MailOpen } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { useStoreName } from '#web/lib/store/store.ts';
import { type AfterSignUp, rememberUnverified } from '#web/store/shared/unverified-email.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Spinner } from '#web/ui/actions/spinner.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { PasswordInput } from '#web/ui/form/controls/password-input.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AuthCard } from './auth-card.tsx';

const REDIRECT_MILLISECONDS = 2000;
/** The home page says it to who is signed out. */
const NEXT: AfterSignUp = { next: 'add-company' };
type State =
  | { kind: 'verifying' }
  | { kind: 'asking' }
  | { kind: 'success' }
  | { kind: 'password'; problem?: string }
  | { kind: 'error'; message: string; isExpired: boolean };

/**
 * The page behind the link in the mail: verifies the address and continues. It acts at once in the browser that asked for the mail; anywhere
 * else it has a button, because mail scanners open links and run their pages. Where several people signed up with the address, the password
 * of one's own sign-up is needed.
 */
export function VerifyEmailPage() {
  const { userId = '', hash = '' } = useParams<{ userId: string; hash: string }>();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'verifying' });
  // The link works once, and React may mount twice.
  const asked = useRef(false);

  const verify = useCallback(
    async (how: { at_once: boolean; password?: string }) => {
      try {
        const body = { user_id: userId, hash, ...how };
        const { email } = await api('POST /auth/verify-email', { body, authenticated: false });
        // The sign-in begins with it.
        if (email !== null) rememberUnverified(email);
        setState({ kind: 'success' });
        void invalidate(client, 'GET /user');
      } catch (error) {
        setState(describe(error));
      }
    },
    [userId, hash, client],
  );
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void verify({ at_once: true });
  }, [verify]);

  const isDone = state.kind === 'success';
  const isSignedOut = useCustomer().status === 'signed-out';
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate('/', { replace: true, state: NEXT }), REDIRECT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  if (state.kind === 'verifying') {
    return (
      <AuthCard icon={<MailOpen aria-hidden />} title="Verifying your email" description="This takes a moment.">
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <Spinner /> Verifying...
        </p>
      </AuthCard>
    );
  }
  if (state.kind === 'asking' || state.kind === 'password') {
    return (
      <ConfirmAddress
        problem={state.kind === 'password' ? state.problem : undefined}
        needsPassword={state.kind === 'password'}
        confirm={(password) => verify({ at_once: false, ...(password === undefined ? {} : { password }) })}
      />
    );
  }
  if (state.kind === 'success') {
    return (
      <AuthCard
        icon={<CircleCheck aria-hidden />}
        title="Email verified"
        description={
          isSignedOut
            ? 'Sign in to add your company. Our team then reviews your account.'
            : 'Thank you. You are being taken to the store.'
        }
      >
        <LinkButton href={isSignedOut ? '/login' : '/'} variant="primary" className="w-full">
          {isSignedOut ? 'Sign in' : 'Continue'}
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard icon={<CircleAlert aria-hidden />} title="Verification failed" description={state.message}>
      <LinkButton
        href={state.isExpired ? '/verify-your-email?expired=true' : '/verify-your-email'}
        variant="primary"
        className="w-full"
      >
        Request a new verification email
      </LinkButton>
    </AuthCard>
  );
}

type ConfirmProps = {
  needsPassword: boolean;
  problem: string | undefined;
  confirm: (password: string | undefined) => Promise<void>;
};

function ConfirmAddress({ needsPassword, problem, confirm }: ConfirmProps) {
  const store = useStoreName();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const press = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await confirm(needsPassword ? password : undefined);
    setBusy(false);
  };
  return (
    <AuthCard
      icon={<MailOpen aria-hidden />}
      title="Confirm your email address"
      description={
        needsPassword
          ? 'Somebody else has signed up with this address, too. Enter the password that you chose when you signed up: only your sign-up counts then.'
          : `One press, and the address is yours. If you did not sign up at ${store}, close this page: nothing happens.`
      }
      onSubmit={press}
      {...(needsPassword && {
        footer: (
          <>
            No longer known? <TextLink href="/forgot-password">Choose a new password</TextLink>
          </>
        ),
      })}
    >
      {needsPassword && (
        <Field label="Your password" required error={problem}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        busy={isBusy}
        busyText="Verifying..."
        disabled={needsPassword && password === ''}
      >
        Verify my email address
      </Button>
    </AuthCard>
  );
}

function describe(error: unknown): State {
  if (isApiError(error) && error.code === 'press_needed') return { kind: 'asking' };
  if (isApiError(error) && error.code === 'password_needed') return { kind: 'password' };
  const problem = isApiError(error) ? error.errors.password?.[0] : undefined;
  if (problem !== undefined) return { kind: 'password', problem };
  if (!isApiError(error) || error.status === 0 || error.status >= 500) {
    return { kind: 'error', message: 'An error occurred during email verification.', isExpired: false };
  }
  if (error.code.includes('expired')) {
    return {
      kind: 'error',
      message: 'The email verification link has expired. Please request a new verification email.',
      isExpired: true,
    };
  }
  return {
    kind: 'error',
    message: 'Failed to verify your email. The link may be invalid or expired.',
    isExpired: false,
  };
}
