import { z } from 'zod';
import { ROLE_TEXTS } from '#bff/contract/base/roles.ts';
import { AdminRole } from '#bff/contract/identity/admin-auth.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';

/** Roles are in the order of ROLES. */
export const AdministratorChange = z.discriminatedUnion('step', [
  z.object({ step: z.literal('invite'), email: z.string(), name: z.string(), roles: z.array(AdminRole) }),
  z.object({ step: z.literal('roles'), roles: z.array(AdminRole) }),
  /** `isOut`: kept out from the proposal on. */
  z.object({ step: z.literal('disable'), isOut: z.boolean() }),
  z.object({ step: z.literal('enable') }),
  z.object({ step: z.literal('reset'), keepsSecondFactor: z.boolean() }),
]);
export type AdministratorChange = z.infer<typeof AdministratorChange>;

const rolesText = (roles: readonly Role[]): string => roles.map((role) => ROLE_TEXTS[role].label).join(', ');

/** What is about to change, in words for owners: "Add Bo Berg (bo@example.com) as Approver". */
export function changeText(change: AdministratorChange, { name, email }: { name: string; email: string }): string {
  const who = `${name} (${email})`;
  switch (change.step) {
    case 'invite':
      return `Add ${who} as ${rolesText(change.roles)}`;
    case 'roles':
      return `Give ${who} the roles ${rolesText(change.roles)}`;
    case 'disable':
      return `Disable ${who}`;
    case 'enable':
      return `Enable ${who} again`;
    case 'reset':
      return change.keepsSecondFactor
        ? `Send ${who} a link for a new password`
        : `Remove the password and the second factor of ${who}, and send a link for a new password`;
  }
}

/** Without personal data. */
export const factsOf = (change: AdministratorChange): Readonly<Record<string, string>> => ({
  step: change.step,
  ...('roles' in change && { roles: change.roles.join(', ') }),
  ...(change.step === 'reset' && { second_factor: change.keepsSecondFactor ? 'stays' : 'removed' }),
});
