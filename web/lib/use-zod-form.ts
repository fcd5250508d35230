import { useEffect, useMemo } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { isApiError } from './api-error.ts';

/** A schema of the contract, or how to fetch it: pages of the store fetch it, so that they show before zod has arrived. */
export type SchemaSource<Input, Output> = z.ZodType<Output, Input> | (() => Promise<z.ZodType<Output, Input>>);

/**
 * A form checked by a schema of the contract: the same rules and messages as on the server. Errors show after the first
 * submit and then follow the typing. A schema that is fetched is on its way as soon as the form shows.
 */
export function useZodForm<Input extends FieldValues, Output>(
  source: SchemaSource<Input, Output>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  // A form keeps the rules it began with; a loader written in place is another function on each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const load = useMemo(() => once(() => resolverOf(source)), []);
  useEffect(() => {
    // A failure here shows nothing: submitting tries again, and shows it.
    load().catch(() => undefined);
  }, [load]);
  const resolver = useMemo(
    (): Resolver<Input, unknown, Output> =>
      async (...input) =>
        (await load())(...input),
    [load],
  );
  return useForm<Input, unknown, Output>({ resolver, defaultValues, mode: 'onSubmit' });
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

/** Runs it once for all callers, and again after a failure. */
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
