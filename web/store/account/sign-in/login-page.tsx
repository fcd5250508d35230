import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { MfaRequired, SignedIn } from '#bff/contract/identity/auth.ts';
import { api } from '#web/lib/api/api.ts';
import { startCustomerSession } from '#web/lib/api/session-refresh.ts';
import { useZodForm } from '#web/lib/form/use-zod-form.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useStoreName } from '#web/lib/store/store.ts';
// Not fetched later: the server draws this button, and a press before its code has come would be lost.
import { PasskeyButton } from '#web/shared/sign-in/passkey-button.tsx';
import { rememberUnverified, unverifiedEmail, useAfterSignUp } from '#web/store/shared/unverified-email.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { fields, text } from '#web/ui/form/fields.tsx';
import { password } from '#web/ui/form/form-password.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { failureOfAddress, isUnverified, loginErrorMessage } from './login-errors.ts';

const CheckInbox = lazily(() => import('./check-inbox.tsx'), 'CheckInbox');
const MfaStep = lazily(() => import('./mfa-step.tsx'), 'MfaStep');

/** As specified. */
const REDIRECT_MILLISECONDS = 300;

/** The route protection decides where to: the missing step of the onboarding, `?redirect=`, or home. */
async function enter(answer: SignedIn): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REDIRECT_MILLISECONDS));
  startCustomerSession(answer);
}

export function LoginPage() {
  const [search] = useSearchParams();
  const store = useStoreName();
  const hasJustSignedUp = useAfterSignUp() === 'check-inbox';
  const [mfa, setMfa] = useState<MfaRequired | null>(null);
  const [failure, setFailure] = useState<unknown>(() => failureOfAddress(search));
  const form = useZodForm(() => import('#bff/contract/identity/auth-forms.ts').then((m) => m.LoginForm), {
    email: unverifiedEmail(),
    password: '',
    remember: false,
  });
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const answer = await api('POST /auth/sign-in', { body: values, authenticated: false });
      if (answer.status === 'mfa_required') setMfa(answer);
      else await enter(answer);
    } catch (error) {
      setFailure(error);
      if (isUnverified(error)) rememberUnverified(values.email);
      form.setFocus('password', { shouldSelect: true });
    }
  });

  if (mfa) {
    return <MfaStep required={mfa} onVerified={enter} onBack={() => setMfa(null)} />;
  }
  return (
    <AuthCard
      title={hasJustSignedUp ? 'Check your inbox' : 'Welcome back'}
      description={
        hasJustSignedUp
          ? 'Verify your address, then sign in to add your company.'
          : 'Sign in to buy gift codes and manage your wallets.'
      }
      footer={
        <>
          New to {store}? <TextLink href="/register">Create an account</TextLink>
        </>
      }
      onSubmit={submit}
    >
      {hasJustSignedUp && <CheckInbox email={unverifiedEmail()} />}
      {failure !== null && (
        <Alert tone="bad">
          {loginErrorMessage(failure)}{' '}
          {isUnverified(failure) && <TextLink href="/verify-your-email">Send a new verification email</TextLink>}
        </Alert>
      )}
      {fields(form, [
        text('email', 'Email', { type: 'email', autoComplete: 'username', inputMode: 'email' }),
        password('password', 'Password', {
          autoComplete: 'current-password',
          aside: <TextLink href="/forgot-password">Forgot password?</TextLink>,
        }),
      ])}
      <Checkbox label="Remember me" {...form.register('remember')} />
      <SubmitButton form={form} size="lg" busyText="Signing in...">
        Sign in
      </SubmitButton>
      {/* Who has just signed up has none. */}
      {!hasJustSignedUp && (
        <PasskeyButton
          size="lg"
          challenge={() => api('POST /auth/passkeys/challenge', { authenticated: false })}
          send={async (passkey) => {
            const body = { passkey, remember: form.getValues('remember') };
            await enter(await api('POST /auth/sign-in/passkey', { body, authenticated: false }));
          }}
        >
          Sign in with a passkey
        </PasskeyButton>
      )}
    </AuthCard>
  );
}
