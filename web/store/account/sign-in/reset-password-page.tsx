import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { newPassword } from '#web/shared/sign-in/new-password-fields.tsx';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { fields } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AuthCard } from './auth-card.tsx';

const REDIRECT_MILLISECONDS = 3000;
const BAD_LINK = 'Invalid or expired reset link. Please try again.';
const FAILED = 'Failed to reset password. Please try again.';

const isBadLink = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'reset_link_invalid' || 'token' in error.errors);

/** The token is in the path or, from older mails, in the query. */
export function ResetPasswordPage() {
  const { token: inPath } = useParams<{ token?: string }>();
  const [search] = useSearchParams();
  const token = inPath ?? search.get('token') ?? '';
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(token === '' ? BAD_LINK : null);
  const young = useQuery({
    queryKey: ['young-factors', token],
    queryFn: () => api('POST /auth/reset-password/factors', { body: { token }, authenticated: false }),
    enabled: token !== '',
    // A person who comes back still sees the earlier list.
    refetchOnWindowFocus: false,
  });
  const [kept, setKept] = useState<readonly string[]>([]);
  const form = useZodForm(() => import('#bff/contract/identity/auth-forms.ts').then((m) => m.NewPasswordForm), {
    password: '',
    password_confirmation: '',
  });
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const body = { ...values, token, keep_factors: [...kept] };
      await api('POST /auth/reset-password', { body, authenticated: false });
      setDone(true);
    } catch (error) {
      if (isBadLink(error)) setFailure(BAD_LINK);
      else if (!showFieldErrors(form, error)) setFailure(FAILED);
    }
  });

  if (done) return <ResetDone />;
  const message = failure ?? (isBadLink(young.error) ? BAD_LINK : null);
  const isUnseen = token !== '' && young.data === undefined;
  return (
    <AuthCard
      title="Choose a new password"
      description="You will sign in with it from now on, on every device."
      footer={<TextLink href="/login">Login</TextLink>}
      onSubmit={submit}
    >
      {message !== null && (
        <Alert tone="bad">
          {message} {message === BAD_LINK && <TextLink href="/forgot-password">Send a new link</TextLink>}
        </Alert>
      )}
      {young.error && message === null && (
        <Alert
          tone="bad"
          action={
            <Button size="sm" onClick={() => young.refetch()}>
              Try again
            </Button>
          }
        >
          We cannot reach the store. Your money is not affected.
        </Alert>
      )}
      <YoungFactors factors={young.data?.data ?? []} kept={kept} onKeep={setKept} />
      {fields(form, newPassword('New password'))}
      <SubmitButton form={form} size="lg" disabled={token === '' || isUnseen} busyText="Resetting...">
        Reset password
      </SubmitButton>
    </AuthCard>
  );
}

type YoungFactorsProps = {
  factors: Answer<'POST /auth/reset-password/factors'>['data'];
  kept: readonly string[];
  onKeep: (ids: readonly string[]) => void;
};

/** Second factors of the last days: a person who knew the old password may have added them. */
function YoungFactors({ factors, kept, onKeep }: YoungFactorsProps) {
  if (factors.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border p-4">
      <legend className="px-1 text-sm font-medium">Added lately: is this yours?</legend>
      <p className="text-sm text-muted">What you do not tick is removed, and no longer signs in.</p>
      {factors.map(({ id, name, added_at }) => (
        <Checkbox
          key={id}
          label={`${name}, added ${formatDateTime(added_at)}`}
          checked={kept.includes(id)}
          onChange={({ target }) => onKeep(target.checked ? [...kept, id] : kept.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
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
