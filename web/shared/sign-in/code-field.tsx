import { type ComponentProps, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type SchemaSource, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { Field } from '#web/ui/form/controls/field.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { fields, text } from '#web/ui/form/fields.tsx';

const CODE_LENGTH = 6;
const RECOVERY_CODE_LENGTH = 16;
type Code = { code: string };

const appCode: SchemaSource<Code, Code> = () =>
  import('#bff/contract/identity/auth-forms.ts').then((m) => m.MfaCodeForm);
const anyCode: SchemaSource<Code, Code> = () =>
  import('#bff/contract/identity/auth-forms.ts').then((m) => m.SecondFactorForm);

export const useCodeForm = () => ({ form: useZodForm(appCode, { code: '' }) });

/** The form for such a code or a recovery code; only for the latter where there is no app. */
export function useSecondFactorForm(hasApp = true) {
  const form = useZodForm(anyCode, { code: '' });
  const [isRecovery, setIsRecovery] = useState(false);
  const length = form.watch('code').length;
  return {
    form,
    hasApp,
    isRecovery,
    /** Whether there is a field to fill in. */
    isAsked: hasApp || isRecovery,
    isComplete: isRecovery ? length >= RECOVERY_CODE_LENGTH : length === CODE_LENGTH,
    toggle: () => {
      setIsRecovery(!isRecovery);
      form.reset();
    },
  };
}

type CodeFieldProps = Omit<ComponentProps<'input'>, 'form'> & { form: UseFormReturn<Code> };

/** A field for digits, however they are typed or pasted. */
export function CodeField({ form, ...input }: CodeFieldProps) {
  const { onChange, ...registered } = form.register('code');
  return (
    <Field label="Verification code" error={form.formState.errors.code?.message} required>
      <TextInput
        autoComplete="one-time-code"
        inputMode="numeric"
        {...input}
        {...registered}
        onChange={(event) => {
          event.target.value = event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
          return onChange(event);
        }}
      />
    </Field>
  );
}

type SecondFactorFieldProps = Omit<CodeFieldProps, 'form' | 'name'> & { of: ReturnType<typeof useSecondFactorForm> };

/** A code of the app; or a recovery code, for people without their phone or passkey. */
export function SecondFactorField({ of, className, ...input }: SecondFactorFieldProps) {
  const { form, hasApp, isRecovery, toggle } = of;
  const other = hasApp ? 'Use your authenticator app' : 'Use your passkey';
  return (
    <>
      {isRecovery
        ? fields(form, [
            text('code', 'Recovery code', {
              hint: 'One of the ten that you kept. Each works once.',
              autoComplete: 'off',
              autoCapitalize: 'none',
              spellCheck: false,
              inputClass: 'font-mono',
              ...input,
            }),
          ])
        : hasApp && <CodeField form={form} className={className} {...input} />}
      <button
        type="button"
        onClick={toggle}
        className="self-start rounded-sm text-sm font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        {isRecovery ? other : `No ${hasApp ? 'phone' : 'passkey'} at hand? Use a recovery code`}
      </button>
    </>
  );
}
