import type { Path, UseFormReturn } from 'react-hook-form';
import { FormPassword } from './form-password.tsx';

type NewPassword = { password: string; password_confirmation: string };
type NewPasswordFieldsProps<Input extends NewPassword, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** 'New password' where there is an old one. */
  label?: string;
};

/** A new password, twice. */
export function NewPasswordFields<Input extends NewPassword, Output>(props: NewPasswordFieldsProps<Input, Output>) {
  const { form, label = 'Password' } = props;
  const field = { form, required: true, autoComplete: 'new-password' };
  return (
    <>
      <FormPassword
        {...field}
        name={'password' as Path<Input>}
        label={label}
        hint="At least 8 characters, and not a common one."
      />
      <FormPassword {...field} name={'password_confirmation' as Path<Input>} label={`Confirm ${label.toLowerCase()}`} />
    </>
  );
}
