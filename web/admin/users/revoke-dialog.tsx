import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

/** Takes the approval back; the reason is kept encrypted with the event. */
export function RevokeDialog({
  open,
  onClose,
  onRevoke,
}: {
  open: boolean;
  onClose: () => void;
  onRevoke: (reason: string) => Promise<unknown>;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Revoke approval"
      description="The customer can no longer buy or withdraw. Funds and orders stay as they are."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            onClick={async () => {
              await onRevoke(reason);
              onClose();
            }}
          >
            Revoke
          </Button>
        </>
      }
    >
      <Field label="Reason" hint="Internal, optional.">
        <Textarea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
