import { useState } from 'react';
import type { AdminLoginAnswer } from '#bff/contract/identity/admin-auth.ts';
import { api } from '#web/lib/api/api.ts';
import { useZodForm } from '#web/lib/form/use-zod-form.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { startAdminSession } from '#web/lib/session/administrator.ts';
import { PasskeyButton } from '#web/shared/sign-in/passkey-button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { fields, text } from '#web/ui/form/fields.tsx';
import { password } from '#web/ui/form/form-password.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { AdminAuthFrame } from './admin-auth-frame.tsx';
import { adminLoginMessage } from './admin-login-message.ts';

const AdminCodeStep = lazily(() => import('./admin-code-step.tsx'), 'AdminCodeStep');

type CodeWanted = Extract<AdminLoginAnswer, { status: 'mfa_required' }>;

/** The shell opens `?redirect=` as soon as the session has begun. */
export function AdminLoginPage() {
  const [failure, setFailure] = useState<string | null>(null);
  const [required, setRequired] = useState<CodeWanted | null>(null);
  const form = useZodForm(() => import('#bff/contract/identity/admin-login-form.ts').then((m) => m.AdminLoginForm), {
    email: '',
    password: '',
  });
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
    return <AdminCodeStep required={required} onSignedIn={startAdminSession} onBack={back} />;
  }
  return (
    <AdminAuthFrame
      title="Sign in to the back office"
      description="For administrators. A session ends after a day, or 30 minutes without use, and every step is recorded."
    >
      <form noValidate onSubmit={submit} className="mt-7 flex flex-col gap-5">
        {failure !== null && <Alert tone="bad">{failure}</Alert>}
        {fields(form, [
          text('email', 'Email', {
            type: 'email',
            inputMode: 'email',
            autoComplete: 'username',
            spellCheck: false,
          }),
          password('password', 'Password', { autoComplete: 'current-password' }),
        ])}
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
