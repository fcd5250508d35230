import { useState } from 'react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import { isApiError, serverMessage } from '#web/lib/call/api-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { newPassword } from '#web/shared/sign-in/new-password-fields.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { fields } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { AdminAuthFrame } from './admin-auth-frame.tsx';

export function ChoosePasswordPage() {
  const { token = '' } = useParams<{ token: string }>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const form = useZodForm(() => import('#bff/contract/identity/auth-forms.ts').then((m) => m.NewPasswordForm), {
    password: '',
    password_confirmation: '',
  });
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await api('POST /admin/password', { body: { ...values, token }, authenticated: false });
      setIsDone(true);
    } catch (error) {
      const isLink = isApiError(error) && error.code === 'password_link_invalid';
      if (isLink || !showFieldErrors(form, error)) {
        setFailure(serverMessage(error, 'The password could not be set. Please try again.'));
      }
    }
  });
  if (isDone) {
    return (
      <AdminAuthFrame title="Your password is set" description="Your other sessions have ended.">
        <LinkButton href="/admin/login" variant="primary" size="lg" className="mt-7 w-full">
          Sign in
        </LinkButton>
      </AdminAuthFrame>
    );
  }
  return (
    <AdminAuthFrame title="Choose your password" description="For the back office. The link works once.">
      <form noValidate onSubmit={submit} className="mt-7 flex flex-col gap-5">
        {failure !== null && <Alert tone="bad">{failure}</Alert>}
        {fields(form, newPassword())}
        <SubmitButton form={form} size="lg" busyText="Saving...">
          Set password
        </SubmitButton>
      </form>
    </AdminAuthFrame>
  );
}
