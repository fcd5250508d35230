import { getDefaultStore } from 'jotai';
import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { queryClient } from './query-client.ts';
import { queryKey } from './query-key.ts';
import { sessionAtoms } from './session-atoms.ts';

/** Only in memory, because it may be an account number. */
let kept: { readonly form: string; readonly customerId: string; readonly values: FieldValues } | undefined;

/**
 * Keeps the typed values of a form when the customer's session ends, and restores them when the same customer is signed in again. `name`
 * identifies the form. Not for forms with passwords.
 */
export function useKeptValues<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string,
): void {
  const { isDirty } = form.formState;
  const isTyped = useRef(false);
  useEffect(() => {
    isTyped.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const customerId = queryClient.getQueryData(queryKey('GET /user'))?.data.id;
    if (!customerId) return;
    if (kept?.form === name) {
      if (kept.customerId === customerId) form.reset(kept.values as Input, { keepDefaultValues: true });
      kept = undefined;
    }
    return getDefaultStore().sub(sessionAtoms.customer, () => {
      const session = getDefaultStore().get(sessionAtoms.customer);
      const isOver = session.status === 'signed-out' && session.leftFrom === undefined;
      if (isOver && isTyped.current) kept = { form: name, customerId, values: form.getValues() };
    });
  }, [form, name]);
}
