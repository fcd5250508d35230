import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { fields, text } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AuthCard } from './auth-card.tsx';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useZodForm(() => import('#bff/contract/identity/auth-forms.ts').then((m) => m.ForgotPasswordForm), {
    email: '',
  });
  const send = async (body: { email: string }) => {
    await api('POST /auth/forgot-password', { body, authenticated: false });
    setSentTo(body.email);
  };
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
      onSubmit={submitTo(form, send, 'The mail could not be sent. Please try again.')}
    >
      {fields(form, [text('email', 'Email', { type: 'email', autoComplete: 'email', inputMode: 'email' })])}
      <SubmitButton form={form} size="lg" busyText="Sending...">
        Send reset link
      </SubmitButton>
    </AuthCard>
  );
}
