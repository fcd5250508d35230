import { useEffect, useMemo } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { isApiError } from '#web/lib/call/api-error.ts';
import { toaster } from '#web/lib/toast/toast.ts';
import { toastError, toastValidation } from '#web/lib/toast/toast-error.ts';

/** A schema of the contract, or a function that loads it: pages of the store load it, so that they show before zod is there. */
export type SchemaSource<Input, Output> = z.ZodType<Output, Input> | (() => Promise<z.ZodType<Output, Input>>);

/**
 * A form checked by a schema of the contract: the same rules and messages as on the server. Errors show after the first submit and then
 * follow the typing. A schema that is loaded starts to load when the form shows.
 */
export function useZodForm<Input extends FieldValues, Output>(
  source: SchemaSource<Input, Output>,
  defaultValues: DefaultValues<Input>,
  options: Pick<UseFormProps<Input>, 'reValidateMode'> = {},
): UseFormReturn<Input, unknown, Output> {
  // A form keeps the rules it began with; a loader written in place is another function on each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const load = useMemo(() => once(() => resolverOf(source)), []);
  useEffect(() => {
    // A failure here needs no message: submitting tries again, and shows it.
    load().catch(() => undefined);
  }, [load]);
  const resolver = useMemo(
    (): Resolver<Input, unknown, Output> =>
      async (...input) =>
        (await load())(...input),
    [load],
  );
  return useForm<Input, unknown, Output>({ resolver, defaultValues, mode: 'onSubmit', ...options });
}

async function resolverOf<Input extends FieldValues, Output>(
  source: SchemaSource<Input, Output>,
): Promise<Resolver<Input, unknown, Output>> {
  const [{ zodResolver }, schema] = await Promise.all([
    import('./zod-resolver.ts'),
    typeof source === 'function' ? source() : source,
  ]);
  return zodResolver(schema);
}

/** Runs once for all callers, and again after a failure. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/**
 * Submits a form. A refusal is shown at its fields or in a toast, with `failed` where the server gives no reason. Where the form itself is
 * refused, an error of the submit before it is over.
 */
export const submitTo = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  send: (values: Output) => Promise<unknown>,
  failed: string,
) =>
  form.handleSubmit(
    async (values) => {
      try {
        await send(values);
      } catch (error) {
        if (!showFieldErrors(form, error)) toastError(error, failed);
      }
    },
    () => toaster.settle(),
  );

/**
 * Shows the server's messages at their fields, focuses the first one, and shows all of them in a toast, as specified. False where the form
 * was not refused for its fields.
 */
export function showFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): boolean {
  if (!isApiError(error) || error.status !== 422) return false;
  const all = Object.entries(error.errors);
  const known = new Set(Object.keys(form.getValues()));
  // 'bankDetails.swiftCode' belongs to bankDetails.
  const own = all.filter(([field]) => known.has(field.split('.')[0] ?? ''));
  own.forEach(([field, messages], index) => {
    form.setError(field as Path<Input>, { type: 'server', message: messages[0] ?? '' }, { shouldFocus: index === 0 });
  });
  if (all.length > 0) toastValidation(all.flatMap(([, messages]) => messages));
  return all.length > 0;
}
