import { useWrite } from '#web/lib/api/use-write.ts';
import type { BodyOf } from '#web/lib/call/api-types.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { newPassword } from '#web/shared/sign-in/new-password-fields.tsx';
import { fields } from '#web/ui/form/fields.tsx';
import { password } from '#web/ui/form/form-password.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

export function ChangePasswordForm({ send }: { send: (body: BodyOf<'PUT /admin/own-password'>) => Promise<unknown> }) {
  const form = useZodForm(() => import('#bff/contract/identity/account-forms.ts').then((m) => m.ChangePasswordForm), {
    current_password: '',
    password: '',
    password_confirmation: '',
  });
  const change = useWrite(send, { done: () => 'Your password has been changed.', after: () => form.reset() });
  const submit = submitTo(form, change.mutateAsync, 'Failed to update password.');
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 sm:max-w-md">
      {fields(form, [
        password('current_password', 'Current password', { autoComplete: 'current-password' }),
        ...newPassword('New password'),
      ])}
      <SubmitButton form={form} className="self-start" busyText="Saving...">
        Change password
      </SubmitButton>
    </form>
  );
}
