import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { Field, type FieldProps } from '../field.tsx';

type FormFieldProps<Input extends FieldValues, Output> = Omit<FieldProps, 'error' | 'children'> & {
  form: UseFormReturn<Input, unknown, Output>;
  name: Path<Input>;
  children: (input: UseFormRegisterReturn<Path<Input>>) => ReactNode;
};

/** A field of a form with what is wrong in it: `{(input) => <TextInput {...input} />}`. */
export function FormField<Input extends FieldValues, Output>(props: FormFieldProps<Input, Output>) {
  const { form, name, children, ...field } = props;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field {...field} error={error?.message}>
      {children(form.register(name))}
    </Field>
  );
}
