import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button, type ButtonProps } from '#web/ui/actions/button.tsx';

/** Submits its form, and is busy until that is done. */
export const SubmitButton = <Input extends FieldValues, Output>({
  form,
  ...button
}: Omit<ButtonProps, 'form'> & { form: UseFormReturn<Input, unknown, Output> }) => (
  <Button variant="primary" {...button} type="submit" busy={form.formState.isSubmitting} />
);
