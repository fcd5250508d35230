import { lazy, Suspense, useState } from 'react';
import type { AdminLoginAnswer } from '#bff/contract/admin-auth.ts';
import { startAdminSession } from '#web/lib/administrator.ts';
import { api } from '#web/lib/api.ts';
import { useZodForm } from '#web/lib/use-zod-form.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasskeyButton } from '#web/ui/frames/passkey-button.tsx';
import { SubmitButton } from '#web/ui/frames/submit-button.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AdminAuthFrame } from './admin-auth-frame.tsx';
import { adminLoginMessage } from './admin-login-message.ts';

const AdminCodeStep = lazy(() => import('./admin-code-step.tsx').then((m) => ({ default: m.AdminCodeStep })));

type CodeWanted = Extract<AdminLoginAnswer, { status: 'mfa_required' }>;

/** Sign in to the back office. The shell leads on to `?redirect=` as soon as the session has begun. */
export function AdminLoginPage() {
  const [failure, setFailure] = useState<string | null>(null);
  const [required, setRequired] = useState<CodeWanted | null>(null);
  const form = useZodForm(() => import('#bff/contract/admin-forms.ts').then((m) => m.AdminLoginForm), {
    email: '',
    password: '',
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      const answer = await api('POST /admin/login', { body, authenticated: false });
      if (answer.status === 'mfa_required') setRequired(answer);
      else startAdminSession(answer);
    } catch (error) {
      setFailure(adminLoginMessage(error));
      form.setFocus('password', { shouldSelect: true });
    }
  });
  if (required) {
    const back = (reason: string | null) => {
      setRequired(null);
      setFailure(reason);
    };
    return (
      <Suspense fallback={null}>
        <AdminCodeStep required={required} onSignedIn={startAdminSession} onBack={back} />
      </Suspense>
    );
  }
  return (
    <AdminAuthFrame
      title="Sign in to the back office"
      description="For administrators. A session ends after a day, or 30 minutes without use, and every step is recorded."
    >
      <form noValidate onSubmit={submit} className="mt-7 flex flex-col gap-5">
        {failure !== null && <Alert tone="bad">{failure}</Alert>}
        <Field label="Email" error={errors.email?.message} required>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
            {...form.register('email')}
          />
        </Field>
        <Field label="Password" error={errors.password?.message} required>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <SubmitButton form={form} size="lg" busyText="Signing in...">
          Sign in
        </SubmitButton>
        <PasskeyButton
          size="lg"
          challenge={() => api('POST /admin/passkeys/challenge', { authenticated: false })}
          send={async (passkey) =>
            startAdminSession(await api('POST /admin/login/passkey', { body: { passkey }, authenticated: false }))
          }
        >
          Sign in with a passkey
        </PasskeyButton>
      </form>
    </AdminAuthFrame>
  );
}
