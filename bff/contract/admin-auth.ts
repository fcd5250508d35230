import { z } from 'zod';
import { AdminLoginForm } from './admin-forms.ts';
import { Timestamp, Uuid } from './common.ts';

export const Administrator = z.object({ id: Uuid, name: z.string(), email: z.string() }).meta({ id: 'Administrator' });
export type Administrator = z.infer<typeof Administrator>;

export const AdminLoginBody = AdminLoginForm;
export type AdminLoginBody = z.infer<typeof AdminLoginBody>;

/** The token also comes as a cookie that scripts cannot read; a program may use it as a bearer token. */
export const AdminSession = z
  .object({ token: z.string(), expires_at: Timestamp, administrator: Administrator })
  .meta({ id: 'AdminSession' });
export type AdminSession = z.infer<typeof AdminSession>;

export const AdminSessionAnswer = z.object({
  data: z.object({ administrator: Administrator, expires_at: Timestamp }),
});
export type AdminSessionAnswer = z.infer<typeof AdminSessionAnswer>;
