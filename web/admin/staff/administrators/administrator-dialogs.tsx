import type { Path, UseFormReturn } from 'react-hook-form';
import { ROLE_TEXTS } from '#bff/contract/base/roles.ts';
import type { ManagedAdministrator } from '#bff/contract/identity/admin-administrator.ts';
import { InviteForm, RolesForm } from '#bff/contract/identity/administrator-form.ts';
import { ROLES } from '#core/aggregates/admin/roles.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { text } from '#web/ui/form/fields.tsx';
import { useAdministratorWrites } from './administrators-api.ts';

/** Adds an administrator, who gets a link for a password by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { invite } = useAdministratorWrites();
  return (
    <DecisionDialog
      title="Invite an administrator"
      description="Another owner has to confirm it. Then they choose a password by a link that we send; it works once, for 24 hours."
      schema={InviteForm}
      defaults={{ name: '', email: '', roles: [] }}
      decide={(body) => invite.mutateAsync({ body })}
      failed="The invitation could not be sent"
      onClose={onClose}
      confirm={{ label: 'Send invitation', busyText: 'Sending...' }}
      fields={(form) => [
        text('name', 'Name', { autofocus: true }),
        text('email', 'Email', { type: 'email' }),
        <RoleChoice form={form} />,
      ]}
    />
  );
}

/** Changes what an administrator may do from the next request on. */
export function RolesDialog({ administrator, onClose }: { administrator: ManagedAdministrator; onClose: () => void }) {
  const { setRoles } = useAdministratorWrites();
  return (
    <DecisionDialog
      title={`Roles of ${administrator.name}`}
      description="Another owner has to confirm them. Then they count at once, also where the administrator is signed in."
      schema={RolesForm}
      defaults={{ roles: administrator.roles }}
      decide={(body) => setRoles.mutateAsync({ params: { id: administrator.id }, body })}
      failed="The roles could not be changed"
      onClose={onClose}
      confirm={{ label: 'Save roles', busyText: 'Saving...' }}
      fields={(form) => [<RoleChoice form={form} />]}
    />
  );
}

function RoleChoice<Input extends { roles: unknown }, Output>({
  form,
}: {
  form: UseFormReturn<Input, unknown, Output>;
}) {
  const name = 'roles' as Path<Input>;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <fieldset aria-describedby={error ? 'roles-error' : undefined}>
      <legend className="mb-2 text-sm font-medium">Roles</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={ROLE_TEXTS[role].label}
            hint={ROLE_TEXTS[role].does}
            {...form.register(name)}
          />
        ))}
      </div>
      {error && (
        <p id="roles-error" role="alert" className="mt-2 text-sm text-bad">
          {error.message}
        </p>
      )}
    </fieldset>
  );
}
