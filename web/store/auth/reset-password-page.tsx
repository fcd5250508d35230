import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { AuthCard } from './auth-card.tsx';
import { TextLink } from './text-link.tsx';

const REDIRECT_MILLISECONDS = 3000;
const BAD_LINK = 'Invalid or expired reset link. Please try again.';
const FAILED = 'Failed to reset password. Please try again.';

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
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await api('POST /auth/reset-password', { body: { ...values, token }, authenticated: false });
      setDone(true);
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      const isLink = isApiError(error) && (error.code.includes('token') || [400, 401, 404, 410].includes(error.status));
      setFailure(isLink || (isApiError(error) && 'token' in error.errors) ? BAD_LINK : FAILED);
    }
  });

  if (done) return <ResetDone />;
  return (
    <AuthCard
      title="Choose a new password"
      description="You will sign in with it from now on, on every device."
      footer={<TextLink href="/login">Login</TextLink>}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {failure !== null && (
          <Alert tone="bad">
            {failure} {failure === BAD_LINK && <TextLink href="/forgot-password">Send a new link</TextLink>}
          </Alert>
        )}
        <Field label="New password" error={errors.password?.message} hint="At least 8 characters." required>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm password" error={errors.password_confirmation?.message} required>
          <PasswordInput autoComplete="new-password" {...form.register('password_confirmation')} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={token === ''}
          busy={isSubmitting}
          busyText="Resetting..."
        >
          Reset password
        </Button>
      </form>
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
