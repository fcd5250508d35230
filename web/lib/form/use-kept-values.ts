import { useCallback, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { queryClient } from '#web/lib/cache/query-client.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';

/** Only in memory, because it may be an account number. Gone with the page, and with another person. */
const kept = new Map<string, { readonly personId: string; readonly values: FieldValues }>();

/** Forgets everything: nobody's words go from one test to the next. */
export const forgetKeptValues = (): void => kept.clear();

/**
 * Keeps what was typed into a form when its page is left, also by the end of the session, and restores it when the same person opens the
 * form again. `name` identifies the form. Not for forms with passwords. Returns the function that forgets it: call it once the form was
 * sent, and where the person gives up.
 */
export function useKeptValues<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string,
): () => void {
  const { isDirty } = form.formState;
  const isTyped = useRef(false);
  useEffect(() => {
    isTyped.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const personId =
      queryClient.getQueryData(queryKey('GET /user'))?.data.id ??
      queryClient.getQueryData(queryKey('GET /admin/session'))?.data.administrator.id;
    if (!personId) return;
    const earlier = kept.get(name);
    kept.delete(name);
    if (earlier?.personId === personId) form.reset(earlier.values as Input, { keepDefaultValues: true });
    return () => {
      if (isTyped.current) kept.set(name, { personId, values: form.getValues() });
    };
  }, [form, name]);
  return useCallback(() => {
    isTyped.current = false;
  }, []);
}
