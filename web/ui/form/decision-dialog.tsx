import { type ComponentType, createContext, type FormEventHandler, type ReactNode, useContext, useState } from 'react';
import type { DefaultValues, FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';
import { type SchemaSource, showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { toast, toaster } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog, type DialogProps } from '#web/ui/overlays/dialog.tsx';
import { type FieldList, fields } from './fields.tsx';
import { useStaleEdit } from './stale-edit.tsx';
import { SubmitButton } from './submit-button.tsx';

/** Loaded separately, because few forms ask. */
const ConfirmDialog = lazily(() => import('#web/ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

export type DecisionDialogProps<Input extends FieldValues, Output> = {
  title: string;
  /** For a decision about money: its effect, and that it is final. */
  description?: ReactNode;
  size?: DialogProps['size'];
  schema: SchemaSource<Input, Output>;
  defaults: DefaultValues<Input>;
  decide: (values: Output) => Promise<unknown>;
  /** The message where the server gives no reason. */
  failed: string;
  /** The title of a toast with the first error of the form, besides the messages at the fields. */
  invalidTitle?: string;
  /** Reloads the edited object, after somebody else has saved it; null where it is gone. */
  latest?: () => Promise<DefaultValues<Input> | null>;
  asksToDiscard?: boolean;
  onClose: () => void;
  confirm: {
    label: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode);
    busyText: string;
    danger?: boolean;
    /** There is nothing to decide. */
    disabled?: boolean;
  };
  fields: (form: UseFormReturn<Input, unknown, Output>) => FieldList<Input>;
};

type InPlaceProps = {
  title: string;
  description: ReactNode;
  onSubmit: FormEventHandler;
  send: ReactNode;
  children: ReactNode;
};
/** Draws the forms in the page in place of a dialog: where the page is nothing but such a form, as a step of several. */
export const InPlace = createContext<ComponentType<InPlaceProps> | null>(null);

/**
 * A form in a dialog that is sent once: the button names the action, and the dialog stays open while it is sent. A refusal stays in the
 * dialog, with messages at their fields or in a toast.
 */
export function DecisionDialog<Input extends FieldValues, Output>(props: DecisionDialogProps<Input, Output>) {
  const { schema, defaults, decide, failed, invalidTitle, latest, asksToDiscard, onClose, confirm } = props;
  const form = useZodForm(schema, defaults);
  const { isSubmitting, isDirty } = form.formState;
  const [isAsking, setIsAsking] = useState(false);
  const Frame = useContext(InPlace);
  const stale = useStaleEdit(latest ?? (async () => null), (values) => form.reset(values, { keepDirtyValues: true }));
  const submit = form.handleSubmit(
    async (values) => {
      try {
        await decide(values);
        onClose();
      } catch (error) {
        if ((latest && stale.catches(error)) || showFieldErrors(form, error)) return;
        toastError(error, failed);
      }
    },
    (errors) => (invalidTitle ? toast.error(invalidTitle, firstMessage(errors)) : toaster.settle()),
  );
  const content = (
    <div className="flex flex-col gap-5">
      {stale.notice}
      {fields(form, props.fields(form))}
    </div>
  );
  const send = (
    <SubmitButton
      form={form}
      variant={confirm.danger ? 'danger' : 'primary'}
      busyText={confirm.busyText}
      disabled={confirm.disabled}
    >
      {typeof confirm.label === 'function' ? confirm.label(form) : confirm.label}
    </SubmitButton>
  );
  if (Frame) {
    return (
      <Frame title={props.title} description={props.description} onSubmit={submit} send={send}>
        {content}
      </Frame>
    );
  }
  const leave = () => (asksToDiscard && isDirty ? setIsAsking(true) : onClose());
  return (
    <>
      <Dialog
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
            {send}
          </>
        }
      >
        {content}
      </Dialog>
      {isAsking && (
        <ConfirmDialog
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
