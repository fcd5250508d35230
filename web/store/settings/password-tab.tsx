import { api } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { toast } from '#web/ui/toast.ts';

export function PasswordTab() {
  const form = useZodForm(() => import('#bff/contract/account-forms.ts').then((m) => m.ChangePasswordForm), {
    current_password: '',
    password: '',
    password_confirmation: '',
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await api('PUT /auth/user', { body });
      form.reset();
      toast.success('Your password has been changed.');
    } catch (error) {
      if (isApiError(error) && 'current_password' in error.errors) {
        form.setError('current_password', { message: 'Current password is incorrect' }, { shouldFocus: true });
      } else if (!showFieldErrors(form, error)) toastError(error, 'Failed to update password.');
    }
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 sm:max-w-md">
      <Field label="Current password" error={errors.current_password?.message} required>
        <PasswordInput autoComplete="current-password" {...form.register('current_password')} />
      </Field>
      <Field label="New password" error={errors.password?.message} hint="At least 8 characters." required>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Field label="Confirm new password" error={errors.password_confirmation?.message} required>
        <PasswordInput autoComplete="new-password" {...form.register('password_confirmation')} />
      </Field>
      <Button type="submit" variant="primary" className="self-start" busy={isSubmitting} busyText="Saving...">
        Change password
      </Button>
    </form>
  );
}
