import { useState } from 'react';
import type { MfaRequired, SignedIn } from '#bff/contract/auth.ts';
import { api } from '#web/lib/api.ts';
import { startCustomerSession } from '#web/lib/session-refresh.ts';
import { useZodForm } from '#web/lib/use-zod-form.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthCard } from './auth-card.tsx';
import { isUnverified, loginErrorMessage } from './login-errors.ts';
import { MfaStep } from './mfa-step.tsx';
import { TextLink } from './text-link.tsx';
import { rememberUnverified } from './unverified-email.ts';

/** Sign in with a password, and a code where an authenticator is set up. */
export function LoginPage() {
  const [mfa, setMfa] = useState<MfaRequired | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(() => import('#bff/contract/auth-forms.ts').then((m) => m.LoginForm), {
    email: '',
    password: '',
    remember: false,
  });
  const { errors, isSubmitting } = form.formState;

  // Where to is the route protection's to say: the step of the onboarding that is missing, `?redirect=`, or home.
  const enter = (answer: SignedIn) => startCustomerSession(answer);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const answer = await api('POST /auth/sign-in', { body: values, authenticated: false });
      if (answer.status === 'mfa_required') setMfa(answer);
      else enter(answer);
    } catch (error) {
      setFailure(error);
      if (isUnverified(error)) rememberUnverified(values.email);
      form.setFocus('password', { shouldSelect: true });
    }
  });

  if (mfa) return <MfaStep required={mfa} onVerified={enter} onBack={() => setMfa(null)} />;
  return (
    <AuthCard
      title="Welcome back"
      description="Sign in to buy gift codes and manage your wallets."
      footer={
        <>
          New to Giftledger? <TextLink href="/register">Create an account</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {failure !== null && (
          <Alert tone="bad">
            {loginErrorMessage(failure)}{' '}
            {isUnverified(failure) && <TextLink href="/verify-your-email">Send a new verification email</TextLink>}
          </Alert>
        )}
        <Field label="Email" error={errors.email?.message} required>
          <TextInput type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          required
          aside={
            <span className="text-sm">
              <TextLink href="/forgot-password">Forgot password?</TextLink>
            </span>
          }
        >
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Checkbox label="Remember me" {...form.register('remember')} />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} busyText="Signing in...">
          Sign in
        </Button>
      </form>
    </AuthCard>
  );
}
