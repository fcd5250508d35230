import { type ComponentType, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import {
  Controller,
  type ControllerRenderProps,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import type { SelectOption } from '#web/ui/overlays/headless/listbox-view.tsx';
import { Field, type FieldProps } from './controls/field.tsx';
import { Select } from './controls/select.tsx';
import { TextInput } from './controls/text-input.tsx';
import { Textarea } from './controls/textarea.tsx';

type AnyForm = UseFormReturn<FieldValues>;

/** A field as a value: `text('email', 'Email')`. That the form has its name is checked where it is listed. */
export type FormField<Name extends string> = { readonly name: Name; readonly draw: (form: AnyForm) => ReactElement };
/** Fields in their order, and what stands between them. */
export type FieldList<Input extends FieldValues> = readonly (FormField<Path<Input>> | ReactNode)[];

/** What is around an input. A field is required unless it is `optional`. */
export type Around = Pick<FieldProps, 'hint' | 'aside' | 'className'> & { optional?: boolean };
/** `inputClass` is the input's own class; an `autofocus` has the focus when its dialog opens. */
type InputProps<Props> = Around & Omit<Props, keyof FieldProps | 'name'> & { inputClass?: string; autofocus?: boolean };

/** Draws fields into their form: `{fields(form, [text('email', 'Email')])}`. */
export function fields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  list: FieldList<Input>,
): ReactElement {
  const drawn = list.map((each) =>
    each && typeof each === 'object' && 'draw' in each ? each.draw(form as unknown as AnyForm) : each,
  );
  // Each as a child of its own, so that what is no field needs no key.
  return createElement(Fragment, null, ...drawn);
}

/** A figure with decimals may have a comma, or a space where it is pasted. Money is an `amount`. */
const DECIMAL = { setValueAs: (text: string) => text.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2') };

type RegisteredProps<Props> = {
  form: AnyForm;
  name: string;
  label: string;
  Input: ComponentType<Props>;
  more: InputProps<Props> | undefined;
};

/** A component of its own: all kinds of fields register as they are drawn, and an error leads to the one that registered first. */
function Registered<Props extends object>({ form, name, label, Input, more }: RegisteredProps<Props>) {
  const { optional, hint, aside, className, inputClass, autofocus, ...own } = { ...more } as InputProps<Props>;
  const input = { ...own, 'data-autofocus': autofocus, ...(inputClass && { className: inputClass }) };
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} required={!optional} error={error?.message} {...{ hint, aside, className }}>
      <Input
        {...(input as unknown as Props)}
        {...form.register(name, 'inputMode' in own && own.inputMode === 'decimal' ? DECIMAL : {})}
      />
    </Field>
  );
}

/** A kind of field, by its input; the input's props are given beside those of the field. */
export const fieldOf =
  <Props extends object>(Input: ComponentType<Props>) =>
  <Name extends string>(name: Name, label: string, more?: InputProps<Props>): FormField<Name> => ({
    name,
    draw: (form) => <Registered key={name} {...{ form, name, label, Input, more }} />,
  });

/** A line of text. */
export const text = fieldOf(TextInput);
/** Several lines of text. */
export const note = fieldOf(Textarea);

/** An input that holds its own value, such as a combobox: `control('region', 'Region', (held) => <RegionField {...held} />)`. */
export const control = <Name extends string>(
  name: Name,
  label: string,
  draw: (held: ControllerRenderProps) => ReactNode,
  { optional, ...around }: Around = {},
): FormField<Name> => ({
  name,
  draw: (form) => (
    <Controller
      key={name}
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} required={!optional} error={fieldState.error?.message} {...around}>
          {draw(field)}
        </Field>
      )}
    />
  ),
});

/** One entry of a short list; a text stands for itself. */
export const select = <Name extends string>(
  name: Name,
  label: string,
  options: readonly (string | SelectOption)[],
  { placeholder, ...around }: Around & { placeholder?: string } = {},
): FormField<Name> => {
  const all = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  return control(name, label, (held) => <Select {...held} options={all} placeholder={placeholder} />, around);
};
