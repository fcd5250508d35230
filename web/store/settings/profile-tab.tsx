import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser } from '#bff/contract/user.ts';
import { api } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { queryKey } from '#web/lib/query-key.ts';
import { useCustomer } from '#web/lib/session.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { toast } from '#web/ui/toast.ts';

export function ProfileTab() {
  const { user } = useCustomer();
  if (!user) {
    return (
      <Loading>
        <Skeleton className="h-48 w-full" />
      </Loading>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Card title="Profile">
        <NameForm user={user} />
      </Card>
      <Card title="Email address" description={`You sign in as ${user.email}.`}>
        <EmailForm />
      </Card>
    </div>
  );
}

function NameForm({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const form = useZodForm(() => import('#bff/contract/account-forms.ts').then((m) => m.ProfileForm), {
    name: user.name,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const answer = await api('PUT /auth/user', { body });
      client.setQueryData(queryKey('GET /user'), { data: answer.data });
      form.reset({ name: answer.data.name });
      toast.success('Your profile has been updated.');
    } catch (error) {
      if (!showFieldErrors(form, error)) toastError(error, 'Failed to update profile.');
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 sm:max-w-md">
      <Field label="Name" error={errors.name?.message} required>
        <TextInput autoComplete="name" {...form.register('name')} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        disabled={!isDirty}
        busy={isSubmitting}
        busyText="Saving..."
      >
        Save profile
      </Button>
    </form>
  );
}

function EmailForm() {
  const [pending, setPending] = useState<string | null>(null);
  const form = useZodForm(() => import('#bff/contract/account-forms.ts').then((m) => m.ChangeEmailForm), {
    email: '',
    current_password: '',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const answer = await api('PUT /auth/user', { body });
      setPending(answer.pending_email ?? body.email);
      form.reset();
      toast.success('Email Update Initiated', 'Open the link that we sent to your new address.');
    } catch (error) {
      if (isApiError(error) && 'current_password' in error.errors) {
        form.setError('current_password', { message: 'Password is incorrect' }, { shouldFocus: true });
      } else if (!showFieldErrors(form, error)) toastError(error, 'Failed to update email.');
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 sm:max-w-md">
      {pending !== null && (
        <Alert tone="info" title="Waiting for verification">
          {pending} takes effect once its link was opened.
        </Alert>
      )}
      <Field label="New email" error={errors.email?.message} required>
        <TextInput type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Field label="Current password" error={errors.current_password?.message} required>
        <PasswordInput autoComplete="current-password" {...form.register('current_password')} />
      </Field>
      <Button type="submit" variant="primary" className="self-start" busy={isSubmitting} busyText="Saving...">
        Change email
      </Button>
    </form>
  );
}
