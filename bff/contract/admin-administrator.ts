import { z } from 'zod';
import { Administrator } from './admin-auth.ts';
import { dataOf, named, Timestamp, Uuid } from './common.ts';

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

/** A change to an administrator that waits for a second owner, or for its time. */
export const AdministratorProposal = named('AdministratorProposal', {
  id: Uuid,
  step: z.enum(['invite', 'roles', 'disable', 'enable', 'reset']),
  /** In words: 'Add Bo Berg (bo@example.com) as Approver'. */
  what: z.string(),
  administrator_id: Uuid,
  /** Null: the command line. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  at: Timestamp,
  /** It is carried out then, unless an owner refuses it; null: another owner has to confirm it. */
  due_at: Timestamp.nullable(),
  may_confirm: z.boolean(),
  may_refuse: z.boolean(),
});
export type AdministratorProposal = z.infer<typeof AdministratorProposal>;

export const ManagedAdministratorList = dataOf(z.array(ManagedAdministrator)).extend({
  /** The oldest first. */
  proposals: z.array(AdministratorProposal),
});
/** `proposal`: the change waits; null: it is done. */
export const AdministratorChanged = z.object({ message: z.string(), proposal: AdministratorProposal.nullable() });
