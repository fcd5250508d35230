import { RevokeApprovalForm } from '#bff/contract/people/customer-form.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { note } from '#web/ui/form/fields.tsx';
import { useUserActions } from './user-api.ts';

/** The reason is stored encrypted in the event. */
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
      fields={() => [note('reason', 'Reason', { hint: 'Internal, optional.', optional: true })]}
    />
  );
}
