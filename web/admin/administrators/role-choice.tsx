import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ROLE_TEXTS } from '#bff/contract/roles.ts';
import { ROLES } from '#core/admin/roles.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

/** The roles of a form, one or more, each with what it does. */
export function RoleChoice<Input extends FieldValues, Output>({
  form,
  name,
}: {
  form: UseFormReturn<Input, unknown, Output>;
  name: Path<Input>;
}) {
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
