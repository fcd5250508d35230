import { useLocation } from 'wouter';
import { api } from '#web/lib/api.ts';
import type { BodyOf } from '#web/lib/api-types.ts';
import { toast } from '#web/lib/toast.ts';
import { type AfterSignUp, rememberUnverified } from '#web/lib/unverified-email.ts';
import { submitTo, useZodForm } from '#web/lib/use-zod-form.ts';
import { fields, text } from '#web/ui/frames/fields.tsx';
import { newPassword } from '#web/ui/frames/new-password-fields.tsx';
import { SubmitButton } from '#web/ui/frames/submit-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { startCooldown } from './use-cooldown.ts';

/** A new account; its address is verified by mail next. */
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
