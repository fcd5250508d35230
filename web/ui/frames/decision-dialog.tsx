import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { isApiError } from '#web/lib/api-error.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { type SchemaSource, showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

type DecisionDialogProps<Input extends FieldValues, Output> = {
  title: string;
  /** What the decision does to the money, and that it is final. */
  description: ReactNode;
  /** The rules of the form, and what it shows at first. */
  schema: SchemaSource<Input, Output>;
  defaults: DefaultValues<Input>;
  decide: (values: Output) => Promise<unknown>;
  /** What to say where the server gives no reason. */
  failed: string;
  /** Reads again what is shown, after a refusal because it is out of date. */
  onOutdated: () => unknown;
  onClose: () => void;
  confirm: {
    label: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode);
    busyText: string;
    danger?: boolean;
  };
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
};

/**
 * A decision about money, made once: a form, a button that says what it does, and no way out while it is sent. A refusal stays
 * in the dialog, its messages at their fields or in a toast.
 */
export function DecisionDialog<Input extends FieldValues, Output>(props: DecisionDialogProps<Input, Output>) {
  const { title, description, schema, defaults, decide, failed, onOutdated, onClose, confirm, children } = props;
  const form = useZodForm(schema, defaults);
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await decide(values);
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      toastError(error, failed);
      if (isApiError(error) && error.status === 409) onOutdated();
    }
  });
  return (
    <Dialog
      open
      onClose={isSubmitting ? () => undefined : onClose}
      title={title}
      description={description}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={confirm.danger ? 'danger' : 'primary'}
            busy={isSubmitting}
            busyText={confirm.busyText}
          >
            {typeof confirm.label === 'function' ? confirm.label(form) : confirm.label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">{children(form)}</div>
    </Dialog>
  );
}
