import { type ReactNode, useState } from 'react';
import type { DefaultValues, FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { isApiError } from '#web/lib/api-error.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { toastError } from '#web/lib/toast-error.ts';
import { type SchemaSource, showFieldErrors, useZodForm } from '#web/lib/use-zod-form.ts';
import { Button } from '../button.tsx';
import { Dialog, type DialogProps } from '../dialog.tsx';
import { useStaleEdit } from '../stale-edit.tsx';
import { toast } from '../toast.ts';
import { SubmitButton } from './submit-button.tsx';

/** Few forms ask it. */
const ConfirmDialog = lazily(() => import('../confirm-dialog.tsx'), 'ConfirmDialog');

export type DecisionDialogProps<Input extends FieldValues, Output> = {
  title: string;
  /** Of a decision about money: what it does to it, and that it is final. */
  description?: ReactNode;
  size?: DialogProps['size'];
  /** The rules of the form, and what it shows at first. */
  schema: SchemaSource<Input, Output>;
  defaults: DefaultValues<Input>;
  decide: (values: Output) => Promise<unknown>;
  /** What to say where the server gives no reason. */
  failed: string;
  /** Titles a toast with the first thing that is wrong in the form, beside the messages at the fields. */
  invalidTitle?: string;
  /** Reads again what is shown, after a refusal because it is out of date. */
  onOutdated?: () => unknown;
  /** Reads again what is edited, after somebody else has saved it; null when it is gone. */
  latest?: () => Promise<DefaultValues<Input> | null>;
  /** Asks before it throws away what was typed. */
  asksToDiscard?: boolean;
  onClose: () => void;
  confirm: {
    label: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode);
    busyText: string;
    danger?: boolean;
    /** There is nothing to decide on. */
    disabled?: boolean;
  };
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode;
};

/**
 * A form in a dialog, sent once: a button that says what it does, and no way out while it is sent. A refusal stays in the
 * dialog, its messages at their fields or in a toast.
 */
export function DecisionDialog<Input extends FieldValues, Output>(props: DecisionDialogProps<Input, Output>) {
  const { schema, defaults, decide, failed, invalidTitle, onOutdated, latest, asksToDiscard, onClose, confirm } = props;
  const form = useZodForm(schema, defaults);
  const { isSubmitting, isDirty } = form.formState;
  const [isAsking, setIsAsking] = useState(false);
  const stale = useStaleEdit(latest ?? (async () => null), (values) => form.reset(values, { keepDirtyValues: true }));
  const submit = form.handleSubmit(
    async (values) => {
      try {
        await decide(values);
        onClose();
      } catch (error) {
        if ((latest && stale.catches(error)) || showFieldErrors(form, error)) return;
        toastError(error, failed);
        if (isApiError(error) && error.status === 409) onOutdated?.();
      }
    },
    (errors) => invalidTitle && toast.error(invalidTitle, firstMessage(errors)),
  );
  const leave = () => (asksToDiscard && isDirty ? setIsAsking(true) : onClose());
  return (
    <>
      <Dialog
        open
        onClose={isSubmitting ? () => undefined : leave}
        title={props.title}
        description={props.description}
        size={props.size ?? 'md'}
        onSubmit={submit}
        footer={
          <>
            <Button onClick={leave} disabled={isSubmitting}>
              Cancel
            </Button>
            <SubmitButton
              form={form}
              variant={confirm.danger ? 'danger' : 'primary'}
              busyText={confirm.busyText}
              disabled={confirm.disabled}
            >
              {typeof confirm.label === 'function' ? confirm.label(form) : confirm.label}
            </SubmitButton>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          {stale.notice}
          {props.children(form)}
        </div>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setIsAsking(false)}
          title="Discard changes?"
          message="What you entered is not saved yet."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          onConfirm={onClose}
        />
      )}
    </>
  );
}

const firstMessage = (errors: FieldErrors): string | undefined =>
  Object.values(errors).flatMap((error) => (typeof error?.message === 'string' ? error.message : []))[0];
