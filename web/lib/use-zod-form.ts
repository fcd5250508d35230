import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { isApiError } from './api-error.ts';

// The content security policy forbids compiling validators at run time.
z.config({ jitless: true });

/**
 * A form checked by a schema of the contract: the same rules and messages as on the server. Errors show after the first
 * submit and then follow the typing.
 */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode: 'onSubmit' });
}

/** Puts the server's messages at their fields and focuses the first; false when none belongs to a field of this form. */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): boolean {
  if (!isApiError(error)) return false;
  const known = new Set(Object.keys(form.getValues()));
  const entries = Object.entries(error.errors).filter(([field]) => known.has(field));
  entries.forEach(([field, messages], index) => {
    form.setError(field as Path<Input>, { type: 'server', message: messages[0] ?? '' }, { shouldFocus: index === 0 });
  });
  return entries.length > 0;
}
