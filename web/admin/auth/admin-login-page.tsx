import { useState } from 'react';
import { AdminLoginForm } from '#bff/contract/admin-forms.ts';
import { api } from '#web/lib/api.ts';
import { startAdminSession } from '#web/lib/session-refresh.ts';
import { useZodForm } from '#web/lib/use-zod-form.ts';
import { Alert } from '#web/ui/alert.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { adminLoginMessage } from './admin-login-message.ts';

/** Sign in to the back office. The shell leads on to `?redirect=` as soon as the session has begun. */
export function AdminLoginPage() {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(AdminLoginForm, { email: '', password: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      startAdminSession(await api('POST /admin/login', { body, authenticated: false }));
    } catch (error) {
      setFailure(error);
      form.setFocus('password', { shouldSelect: true });
    }
  });
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-column flex h-16 w-full items-center justify-between">
        <Logo suffix="Admin" />
        <ThemeSwitch />
      </header>
      <div className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 pb-24">
        <section className="rounded-xl border bg-surface px-6 py-8 shadow-sm sm:px-9 sm:py-10">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
            Sign in to the back office
          </h1>
          <p className="mt-1.5 text-sm text-muted">
            For administrators. A session lasts one day and every step is recorded.
          </p>
          <form noValidate onSubmit={submit} className="mt-7 flex flex-col gap-5">
            {failure !== null && <Alert tone="bad">{adminLoginMessage(failure)}</Alert>}
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
            <Button type="submit" variant="primary" size="lg" busy={isSubmitting} busyText="Signing in...">
              Sign in
            </Button>
          </form>
        </section>
        <div className="mt-6 flex justify-center">
          <BackLink href="/">Back to the store</BackLink>
        </div>
      </div>
    </div>
  );
}
