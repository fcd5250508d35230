import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthCard } from './auth-card.tsx';
import { TextLink } from './text-link.tsx';

/** Asks for the mail with the link to a new password. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useZodForm(() => import('#bff/contract/auth-forms.ts').then((m) => m.ForgotPasswordForm), { email: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await api('POST /auth/forgot-password', { body: values, authenticated: false });
      setSentTo(values.email);
    } catch (error) {
      if (!showFieldErrors(form, error)) toastError(error, 'The mail could not be sent. Please try again.');
    }
  });

  if (sentTo !== null) {
    return (
      <AuthCard
        icon={<MailCheck aria-hidden />}
        title="Check your email"
        description={
          <>
            If <strong className="font-medium text-ink">{sentTo}</strong> has an account, a link to choose a new
            password is on its way. It works for one hour.
          </>
        }
      >
        <LinkButton href="/login" className="w-full">
          Back to sign in
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Forgot your password?"
      description="We will send you a link to choose a new one."
      footer={
        <>
          Remembered it? <TextLink href="/login">Sign in</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Email" error={errors.email?.message} required>
          <TextInput type="email" autoComplete="email" inputMode="email" {...form.register('email')} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} busyText="Sending...">
          Send reset link
        </Button>
      </form>
    </AuthCard>
  );
}
