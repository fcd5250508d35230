import { type ReactNode, useEffect, useState } from 'react';
import { keepNarrow } from '#web/lib/browser/narrow.ts';
import { Button, type ButtonProps } from '#web/ui/actions/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  open?: boolean;
  onClose: () => void;
  title: string;
  /** The effect, and whether it can be undone. */
  message: ReactNode;
  confirmLabel?: string | undefined;
  cancelLabel?: string | undefined;
  /** Red button: something is lost. */
  danger?: boolean | undefined;
  /** May return a promise: the button is busy until it settles, then the dialog closes (unless it fails). */
  onConfirm: () => unknown;
};

export function ConfirmDialog({
  open = true,
  onClose,
  title,
  message,
  confirmLabel = 'Delete',
  cancelLabel = 'Cancel',
  danger = true,
  onConfirm,
}: ConfirmDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={isBusy ? () => undefined : onClose}
      alert
      size="sm"
      title={title}
      description={message}
      footer={
        <>
          <Button onClick={onClose} data-autofocus disabled={isBusy}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

export type Question = Omit<ConfirmDialogProps, 'open' | 'onClose'>;
type AskButtonProps = Omit<ButtonProps, 'onClick' | 'title'> & Question;

export function AskButton(props: AskButtonProps) {
  const { title, message, confirmLabel, cancelLabel, danger, onConfirm, ...button } = props;
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => (isAsking ? keepNarrow() : undefined), [isAsking]);
  const question = { title, message, confirmLabel, cancelLabel, danger, onConfirm };
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)} />
      <ConfirmDialog {...question} open={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}
