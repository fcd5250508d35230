import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, MailOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { invalidate } from '#web/lib/query-key.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AuthCard } from './auth-card.tsx';

const REDIRECT_MILLISECONDS = 2000;
type State = { kind: 'verifying' } | { kind: 'success' } | { kind: 'error'; message: string; isExpired: boolean };

/** The page behind the link in the mail: verifies the address and continues. */
export function VerifyEmailPage() {
  const { userId = '', hash = '' } = useParams<{ userId: string; hash: string }>();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'verifying' });
  // The link works once, and React may mount twice.
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    api('POST /auth/verify-email', { body: { user_id: userId, hash }, authenticated: false }).then(
      () => {
        setState({ kind: 'success' });
        void invalidate(client, 'GET /user');
      },
      (error: unknown) => setState(describe(error)),
    );
  }, [userId, hash, client]);

  const isDone = state.kind === 'success';
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => navigate('/', { replace: true }), REDIRECT_MILLISECONDS);
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
  if (state.kind === 'success') {
    return (
      <AuthCard
        icon={<CircleCheck aria-hidden />}
        title="Email verified"
        description="Thank you. You are being taken to Giftledger."
      >
        <LinkButton href="/" variant="primary" className="w-full">
          Continue
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

function describe(error: unknown): State {
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
