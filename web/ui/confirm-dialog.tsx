import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The effect, and whether it can be undone. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Red button: something is lost. */
  danger?: boolean;
  /** May return a promise: the button is busy until it settles, then the dialog closes (unless it fails). */
  onConfirm: () => unknown;
  busy?: boolean;
};

/** Asks for a confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  message,
  confirmLabel = 'Delete',
  cancelLabel = 'Cancel',
  danger = true,
  onConfirm,
  busy = false,
}: ConfirmDialogProps) {
  const confirm = async () => {
    await onConfirm();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={busy ? () => undefined : onClose}
      alert
      size="sm"
      title={title}
      description={message}
      footer={
        <>
          <Button onClick={onClose} data-autofocus disabled={busy}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
