import { InviteForm } from '#bff/contract/administrator-form.ts';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { FormText } from '#web/ui/frames/form-field.tsx';
import { useAdministratorWrites } from './administrators-api.ts';
import { RoleChoice } from './role-choice.tsx';

/** Adds an administrator, whose link for a password goes by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { invite } = useAdministratorWrites();
  return (
    <DecisionDialog
      title="Invite an administrator"
      description="They choose a password by a link that we send. It works once, for 24 hours."
      schema={InviteForm}
      defaults={{ name: '', email: '', roles: [] }}
      decide={(body) => invite.mutateAsync({ body })}
      failed="The invitation could not be sent"
      onClose={onClose}
      confirm={{ label: 'Send invitation', busyText: 'Sending...' }}
    >
      {(form) => (
        <>
          <FormText form={form} name="name" label="Name" required data-autofocus />
          <FormText form={form} name="email" label="Email" type="email" required />
          <RoleChoice form={form} name="roles" />
        </>
      )}
    </DecisionDialog>
  );
}
