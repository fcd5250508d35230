import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { NewPasswordFields } from '#web/ui/frames/new-password-fields.tsx';
import { SubmitButton } from '#web/ui/frames/submit-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AuthCard } from './auth-card.tsx';

const REDIRECT_MILLISECONDS = 3000;
const BAD_LINK = 'Invalid or expired reset link. Please try again.';
const FAILED = 'Failed to reset password. Please try again.';

const isBadLink = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'reset_link_invalid' || 'token' in error.errors);

/** A new password by the link that was mailed; the token is in the path or, from older mails, in the query. */
export function ResetPasswordPage() {
  const { token: inPath } = useParams<{ token?: string }>();
  const [search] = useSearchParams();
  const token = inPath ?? search.get('token') ?? '';
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(token === '' ? BAD_LINK : null);
  const form = useZodForm(() => import('#bff/contract/auth-forms.ts').then((m) => m.NewPasswordForm), {
    password: '',
    password_confirmation: '',
  });
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await api('POST /auth/reset-password', { body: { ...values, token }, authenticated: false });
      setDone(true);
    } catch (error) {
      if (isBadLink(error)) setFailure(BAD_LINK);
      else if (!showFieldErrors(form, error)) setFailure(FAILED);
    }
  });

  if (done) return <ResetDone />;
  return (
    <AuthCard
      title="Choose a new password"
      description="You will sign in with it from now on, on every device."
      footer={<TextLink href="/login">Login</TextLink>}
      onSubmit={submit}
    >
      {failure !== null && (
        <Alert tone="bad">
          {failure} {failure === BAD_LINK && <TextLink href="/forgot-password">Send a new link</TextLink>}
        </Alert>
      )}
      <NewPasswordFields form={form} label="New password" />
      <SubmitButton form={form} size="lg" disabled={token === ''} busyText="Resetting...">
        Reset password
      </SubmitButton>
    </AuthCard>
  );
}

function ResetDone() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/login'), REDIRECT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <AuthCard
      icon={<CircleCheck aria-hidden />}
      title="Password Reset Successful"
      description="Sign in with your new password. We take you there in a moment."
      footer={<TextLink href="/login">Login</TextLink>}
    >
      <LinkButton href="/login" variant="primary" className="w-full">
        Go to Login
      </LinkButton>
    </AuthCard>
  );
}
