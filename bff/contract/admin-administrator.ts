import { z } from 'zod';
import { Administrator } from './admin-auth.ts';
import { dataOf, savedOf, Timestamp } from './common.ts';

/** An administrator as an owner sees one. */
export const ManagedAdministrator = Administrator.extend({
  is_active: z.boolean(),
  created_at: Timestamp,
  last_sign_in_at: Timestamp.nullable(),
  /** When the link for choosing a password ends; null where a password was chosen. */
  link_expires_at: Timestamp.nullable(),
  open_sessions: z.int(),
}).meta({ id: 'ManagedAdministrator' });
export type ManagedAdministrator = z.infer<typeof ManagedAdministrator>;

export const ManagedAdministratorList = dataOf(z.array(ManagedAdministrator));
export const ManagedAdministratorSaved = savedOf(ManagedAdministrator);
