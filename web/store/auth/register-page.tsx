import { useLocation } from 'wouter';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { TextLink } from './text-link.tsx';
import { rememberUnverified } from './unverified-email.ts';

/** A new account; its address is verified by mail next. */
export function RegisterPage() {
  const [, navigate] = useLocation();
  const form = useZodForm(() => import('#bff/contract/auth-forms.ts').then((m) => m.RegisterForm), {
    name: '',
    email: '',
    password: '',
    password_confirmation: '',
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await api('POST /auth/sign-up', { body: values, authenticated: false });
      rememberUnverified(values.email);
      toast.success('Account created successfully! Please check your email to verify your account.');
      navigate('/login');
    } catch (error) {
      if (!showFieldErrors(form, error)) {
        toast.error('Error', serverMessage(error, 'The account could not be created. Please try again.'));
      }
    }
  });

  return (
    <AuthCard
      title="Create your account"
      description="For businesses. We review each account before it can buy."
      footer={
        <>
          Already registered? <TextLink href="/login">Sign in</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Name" error={errors.name?.message} required>
          <TextInput autoComplete="name" {...form.register('name')} />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <TextInput type="email" autoComplete="email" inputMode="email" {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message} hint="At least 8 characters." required>
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Confirm password" error={errors.password_confirmation?.message} required>
          <PasswordInput autoComplete="new-password" {...form.register('password_confirmation')} />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} busyText="Creating account...">
          Create account
        </Button>
      </form>
    </AuthCard>
  );
}
