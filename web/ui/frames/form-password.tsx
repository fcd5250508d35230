import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PasswordInput } from '../password-input.tsx';
import { type BoundInput, FormField, splitProps } from './form-field.tsx';

/** A password, with a button that shows it. */
export function FormPassword<Input extends FieldValues, Output>(
  props: BoundInput<Input, Output, ComponentProps<typeof PasswordInput>>,
) {
  const [field, input] = splitProps(props);
  return <FormField {...field}>{(registered) => <PasswordInput {...input} {...registered} />}</FormField>;
}
