import type { BodyOf } from '#web/lib/api-types.ts';
import { submitTo, useZodForm } from '#web/lib/use-zod-form.ts';
import { toast } from '../toast.ts';
import { FormPassword } from './form-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { SubmitButton } from './submit-button.tsx';

/** Changes one's own password, with the old one. */
export function ChangePasswordForm({ send }: { send: (body: BodyOf<'PUT /admin/own-password'>) => Promise<unknown> }) {
  const form = useZodForm(() => import('#bff/contract/account-forms.ts').then((m) => m.ChangePasswordForm), {
    current_password: '',
    password: '',
    password_confirmation: '',
  });
  const change = async (body: BodyOf<'PUT /admin/own-password'>) => {
    await send(body);
    form.reset();
    toast.success('Your password has been changed.');
  };
  return (
    <form
      noValidate
      onSubmit={submitTo(form, change, 'Failed to update password.')}
      className="flex flex-col gap-5 sm:max-w-md"
    >
      <FormPassword
        form={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
        required
      />
      <NewPasswordFields form={form} label="New password" />
      <SubmitButton form={form} className="self-start" busyText="Saving...">
        Change password
      </SubmitButton>
    </form>
  );
}
