import { api } from '#web/lib/api.ts';
import type { BodyOf } from '#web/lib/api-types.ts';
import { submitTo, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormPassword } from '#web/ui/frames/form-field.tsx';
import { toast } from '#web/ui/toast.ts';

export function PasswordTab() {
  const form = useZodForm(() => import('#bff/contract/account-forms.ts').then((m) => m.ChangePasswordForm), {
    current_password: '',
    password: '',
    password_confirmation: '',
  });
  const change = async (body: BodyOf<'PUT /auth/user'>) => {
    await api('PUT /auth/user', { body });
    form.reset();
    toast.success('Your password has been changed.');
  };
  const field = { form, required: true, autoComplete: 'new-password' } as const;
  return (
    <form
      noValidate
      onSubmit={submitTo(form, change, 'Failed to update password.')}
      className="flex flex-col gap-5 sm:max-w-md"
    >
      <FormPassword {...field} name="current_password" label="Current password" autoComplete="current-password" />
      <FormPassword {...field} name="password" label="New password" hint="At least 8 characters." />
      <FormPassword {...field} name="password_confirmation" label="Confirm new password" />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={form.formState.isSubmitting}
        busyText="Saving..."
      >
        Change password
      </Button>
    </form>
  );
}
