import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type SchemaSource, useZodForm } from '#web/lib/use-zod-form.ts';
import { TextInput } from '../text-input.tsx';
import { FormField } from './form-field.tsx';

const CODE_LENGTH = 6;
type Code = { code: string };

const schema: SchemaSource<Code, Code> = () => import('#bff/contract/auth-forms.ts').then((m) => m.MfaCodeForm);

/** The form of a code from an authenticator app. */
export function useCodeForm() {
  const form = useZodForm(schema, { code: '' });
  return { form, isComplete: form.watch('code').length === CODE_LENGTH };
}

type CodeFieldProps = Omit<ComponentProps<'input'>, 'form'> & { form: UseFormReturn<Code> };

/** Its one field: digits alone, however they are typed or pasted. */
export function CodeField({ form, ...input }: CodeFieldProps) {
  return (
    <FormField form={form} name="code" label="Verification code" required>
      {(registered) => (
        <TextInput
          autoComplete="one-time-code"
          inputMode="numeric"
          {...input}
          {...registered}
          onChange={(event) => {
            event.target.value = event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
            return registered.onChange(event);
          }}
        />
      )}
    </FormField>
  );
}
