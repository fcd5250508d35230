import { z } from 'zod';
import { emailField, requiredText } from '#bff/contract/base/form-fields.ts';
import { ROLES } from '#core/aggregates/admin/roles.ts';

export const RolesForm = z.object({
  roles: z.array(z.enum(ROLES)).min(1, 'Choose at least one role').max(ROLES.length),
});

export const InviteForm = RolesForm.extend({ email: emailField(), name: requiredText('Name is required', 100) });

/** A lost password, or a lost second factor too. */
export const LinkForm = z.object({ removes_second_factor: z.boolean().default(false) });
