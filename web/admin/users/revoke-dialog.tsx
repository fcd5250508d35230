import { RevokeApprovalForm } from '#bff/contract/admin-forms.ts';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { FormTextarea } from '#web/ui/frames/form-field.tsx';
import { useUserActions } from './user-api.ts';

/** Revokes the approval; the reason is stored encrypted in the event. */
export function RevokeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { revoke } = useUserActions(userId);
  return (
    <DecisionDialog
      title="Revoke approval"
      description="The customer can no longer buy or withdraw. Funds and orders stay as they are."
      schema={RevokeApprovalForm}
      defaults={{ reason: '' }}
      decide={(body) => revoke.mutateAsync({ params: { id: userId }, body })}
      failed="Failed to revoke the approval"
      onClose={onClose}
      confirm={{ label: 'Revoke', busyText: 'Revoking...', danger: true }}
    >
      {(form) => <FormTextarea form={form} name="reason" label="Reason" hint="Internal, optional." rows={3} />}
    </DecisionDialog>
  );
}
