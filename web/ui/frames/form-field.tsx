import type { ComponentProps, ReactNode } from 'react';
import {
  Controller,
  type ControllerFieldState,
  type ControllerRenderProps,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { Field, type FieldProps } from '../field.tsx';
import { Select } from '../select.tsx';
import { TextInput } from '../text-input.tsx';
import { Textarea } from '../textarea.tsx';

type Bound<Input extends FieldValues, Output> = Omit<FieldProps, 'error' | 'children'> & {
  form: UseFormReturn<Input, unknown, Output>;
  name: Path<Input>;
};
/** `className` is the field's own, `inputClass` the input's. */
export type BoundInput<Input extends FieldValues, Output, Element> = Bound<Input, Output> &
  Omit<Element, keyof Bound<Input, Output>> & { inputClass?: string };

/** A field of a form with its error: `{(input) => <TextInput {...input} />}`. */
export function FormField<Input extends FieldValues, Output>(
  props: Bound<Input, Output> & { children: (input: UseFormRegisterReturn<Path<Input>>) => ReactNode },
) {
  const { form, name, children, ...field } = props;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field {...field} error={error?.message}>
      {children(form.register(name))}
    </Field>
  );
}

/** A line of text; props that are not the field's own are passed to the input. */
export function FormText<Input extends FieldValues, Output>(
  props: BoundInput<Input, Output, ComponentProps<typeof TextInput>>,
) {
  const [field, input] = splitProps(props);
  // A figure with decimals may have a comma, or a space where it is pasted. An amount of money is a FormMoney.
  const options =
    input.inputMode === 'decimal'
      ? { setValueAs: (text: string) => text.trim().replace(/^(\d+),(\d+)$/, '$1.$2') }
      : {};
  return (
    <FormField {...field}>{() => <TextInput {...input} {...field.form.register(field.name, options)} />}</FormField>
  );
}

/** Several lines of text. */
export function FormTextarea<Input extends FieldValues, Output>(
  props: BoundInput<Input, Output, ComponentProps<typeof Textarea>>,
) {
  const [field, input] = splitProps(props);
  return <FormField {...field}>{(registered) => <Textarea {...input} {...registered} />}</FormField>;
}

/** One entry of a short list. */
export function FormSelect<Input extends FieldValues, Output>(
  props: BoundInput<Input, Output, ComponentProps<typeof Select>>,
) {
  const [field, input] = splitProps(props);
  return <FormField {...field}>{(registered) => <Select {...input} {...registered} />}</FormField>;
}

/** The props of a bound input: those of its field, and the rest. */
export function splitProps<Input extends FieldValues, Output, Rest>(
  props: Bound<Input, Output> & Rest & { inputClass?: string },
) {
  const { form, name, label, hint, required, aside, hideLabel, className, inputClass, ...input } = props;
  const field = { form, name, label, hint, required, aside, hideLabel, className };
  return [field, { ...input, ...(inputClass && { className: inputClass }) }] as const;
}

/** A field whose input holds its own value (a combobox, a file): `{(field) => <CountryField {...field} />}`. */
export function FormControl<Input extends FieldValues, Output, Name extends Path<Input>>(
  props: Omit<Bound<Input, Output>, 'name'> & {
    name: Name;
    children: (field: ControllerRenderProps<Input, Name>, state: ControllerFieldState) => ReactNode;
  },
) {
  const { form, name, children, ...field } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: input, fieldState }) => (
        <Field {...field} error={fieldState.error?.message}>
          {children(input, fieldState)}
        </Field>
      )}
    />
  );
}
