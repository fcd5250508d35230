import { z } from 'zod';
import { ROLES } from '#core/admin/roles.ts';
import { AdminLoginForm } from './admin-forms.ts';
import { NewPasswordForm } from './auth-forms.ts';
import { Currency, dataOf, Timestamp, Uuid } from './common.ts';
import { PERMISSIONS, type Permission } from './roles.ts';

export const AdminRole = z.enum(ROLES);

export const Administrator = z
  .object({ id: Uuid, name: z.string(), email: z.string(), roles: z.array(AdminRole) })
  .meta({ id: 'Administrator' });
export type Administrator = z.infer<typeof Administrator>;

export const AdminLoginBody = AdminLoginForm;

/** The token comes from the link that `npm run ledger -- admin create` or `reset` prints. */
export const SetPasswordBody = NewPasswordForm.safeExtend({ token: z.string().min(1).max(200) });

const session = z.object({
  administrator: Administrator,
  /** What the roles allow, for screens to offer. */
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as Permission[])),
  expires_at: Timestamp,
  /** What the store offers, in the order of its configuration. */
  currencies: z.array(Currency),
});

/** The token also comes as a cookie that scripts cannot read; a program may use it as a bearer token. */
export const AdminSession = session.extend({ token: z.string() }).meta({ id: 'AdminSession' });
export type AdminSession = z.infer<typeof AdminSession>;

export const AdminSessionAnswer = dataOf(session);
