import { useLocation } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import type { BodyOf } from '#web/lib/call/api-types.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { newPassword } from '#web/shared/sign-in/new-password-fields.tsx';
import { type AfterSignUp, rememberUnverified } from '#web/store/shared/unverified-email.ts';
import { fields, text } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { startCooldown } from './use-cooldown.ts';

export function RegisterPage() {
  const [, navigate] = useLocation();
  const form = useZodForm(() => import('#bff/contract/identity/auth-forms.ts').then((m) => m.RegisterForm), {
    name: '',
    email: '',
    password: '',
    password_confirmation: '',
  });
  const signUp = async (body: BodyOf<'POST /auth/sign-up'>) => {
    const answer = await api('POST /auth/sign-up', { body, authenticated: false });
    rememberUnverified(body.email);
    startCooldown(answer.retry_after_s);
    toast.success('Account created successfully! Please check your email to verify your account.');
    navigate('/login', { state: { next: 'check-inbox' } satisfies AfterSignUp });
  };
  return (
    <AuthCard
      title="Create your account"
      description="For businesses. We review each account before it can buy."
      footer={
        <>
          Already registered? <TextLink href="/login">Sign in</TextLink>
        </>
      }
      onSubmit={submitTo(form, signUp, 'The account could not be created. Please try again.')}
    >
      {fields(form, [
        text('name', 'Name', { autoComplete: 'name' }),
        text('email', 'Email', { type: 'email', autoComplete: 'email', inputMode: 'email' }),
        ...newPassword(),
      ])}
      <SubmitButton form={form} size="lg" busyText="Creating account...">
        Create account
      </SubmitButton>
    </AuthCard>
  );
}
