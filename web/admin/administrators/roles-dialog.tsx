import type { ManagedAdministrator } from '#bff/contract/admin-administrator.ts';
import { RolesForm } from '#bff/contract/administrator-form.ts';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { useAdministratorWrites } from './administrators-api.ts';
import { RoleChoice } from './role-choice.tsx';

/** What an administrator may do from the next request on. */
export function RolesDialog({ administrator, onClose }: { administrator: ManagedAdministrator; onClose: () => void }) {
  const { setRoles } = useAdministratorWrites();
  return (
    <DecisionDialog
      title={`Roles of ${administrator.name}`}
      description="They count at once, also where the administrator is signed in."
      schema={RolesForm}
      defaults={{ roles: administrator.roles }}
      decide={(body) => setRoles.mutateAsync({ params: { id: administrator.id }, body })}
      failed="The roles could not be changed"
      onClose={onClose}
      confirm={{ label: 'Save roles', busyText: 'Saving...' }}
    >
      {(form) => <RoleChoice form={form} name="roles" />}
    </DecisionDialog>
  );
}
