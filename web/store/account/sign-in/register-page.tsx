import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import type { BodyOf } from '#web/lib/call/api-types.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { newPassword } from '#web/shared/sign-in/new-password-fields.tsx';
import { type AfterSignUp, rememberUnverified } from '#web/store/shared/unverified-email.ts';
import { fields, text } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AcceptedTexts } from './accepted-texts.tsx';
import { AuthCard } from './auth-card.tsx';
import { startCooldown } from './use-cooldown.ts';

export function RegisterPage() {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const query = useQuery(apiQuery('GET /texts'));
  const texts = query.data?.data.filter(({ to_accept }) => to_accept);
  const [changed, setChanged] = useState<string | null>(null);
  const form = useZodForm(() => import('#bff/contract/identity/auth-forms.ts').then((m) => m.RegisterForm), {
    name: '',
    email: '',
    password: '',
    password_confirmation: '',
  });
  const signUp = async (values: BodyOf<'POST /auth/sign-up'>) => {
    setChanged(null);
    const body = { ...values, accepted: Object.fromEntries(texts?.map(({ name, version }) => [name, version]) ?? []) };
    const answer = await api('POST /auth/sign-up', { body, authenticated: false }).catch(async (error) => {
      if (!isApiError(error) || error.code !== 'texts_changed') throw error;
      await invalidate(client, '/texts');
      setChanged(error.message);
      return null;
    });
    if (answer === null) return;
    rememberUnverified(values.email);
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

      <AcceptedTexts texts={texts} hasFailed={query.isError} onRetry={query.refetch} changed={changed} />
      <SubmitButton form={form} size="lg" busyText="Creating account...">
        Create account
      </SubmitButton>
    </AuthCard>
  );
}
