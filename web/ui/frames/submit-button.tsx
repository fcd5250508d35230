import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button, type ButtonProps } from '../button.tsx';

/** Sends the form that it stands in, and is busy as long as that takes. */
export const SubmitButton = <Input extends FieldValues, Output>({
  form,
  ...button
}: Omit<ButtonProps, 'form'> & { form: UseFormReturn<Input, unknown, Output> }) => (
  <Button variant="primary" {...button} type="submit" busy={form.formState.isSubmitting} />
);
