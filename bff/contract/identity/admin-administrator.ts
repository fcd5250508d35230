import { z } from 'zod';
import { dataOf, named, savedOf, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { Administrator } from './admin-auth.ts';
import { InviteForm, LinkForm, RolesForm } from './administrator-form.ts';

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

const ManagedAdministratorList = dataOf(z.array(ManagedAdministrator)).extend({
  /** The oldest first. */
  proposals: z.array(AdministratorProposal),
});
/** `proposal`: the change waits; null: it is done. */
const AdministratorChanged = z.object({ message: z.string(), proposal: AdministratorProposal.nullable() });

const desk = routesFor({
  auth: 'administrator',
  permission: 'administrators:manage',
  tag: 'Admin: administrators',
});

/** Nobody does these to themselves. A change waits for another owner, or for its time where there is none. */
export const adminAdministratorRoutes = {
  listAdministrators: desk.get(
    '/admin/administrators',
    'Administrators, the first one first, and the changes that wait for a second owner.',
    ManagedAdministratorList,
  ),
  inviteAdministrator: desk.post(
    '/admin/administrators',
    'Propose an administrator, who chooses a password by a link sent by mail.',
    AdministratorChanged,
    { step_up: true, body: InviteForm, status: 201 },
  ),
  setAdministratorRoles: desk.post(
    '/admin/administrators/:id/roles',
    'Propose what an administrator may do, from the next request on.',
    AdministratorChanged,
    { step_up: true, body: RolesForm },
  ),
  disableAdministrator: desk.post(
    '/admin/administrators/:id/disable',
    'Propose to keep an administrator out. Somebody who is no owner is kept out at once, until it is decided.',
    AdministratorChanged,
    { step_up: true },
  ),
  enableAdministrator: desk.post(
    '/admin/administrators/:id/enable',
    'Propose to let an administrator in again.',
    AdministratorChanged,
    { step_up: true },
  ),
  endAdministratorSessions: desk.post(
    '/admin/administrators/:id/end-sessions',
    'Sign an administrator out everywhere.',
    savedOf(ManagedAdministrator),
    { step_up: true },
  ),
  sendAdministratorLink: desk.post(
    '/admin/administrators/:id/send-link',
    'Propose to void the password and all sessions, the second factor where it is asked for, and to send a link for a new password by mail. A link that was never used is sent again at once.',
    AdministratorChanged,
    { step_up: true, body: LinkForm },
  ),
  confirmAdministratorChange: desk.post(
    '/admin/administrators/changes/:id/confirm',
    'Confirm a change that another owner proposed; it is carried out at once.',
    AdministratorChanged,
    { step_up: true, expects: { nothing: 'a proposal has an id of its own, and never changes' } },
  ),
  refuseAdministratorChange: desk.post(
    '/admin/administrators/changes/:id/refuse',
    'Refuse a change that waits, or take the own one back.',
    AdministratorChanged,
    { expects: { nothing: 'it changes nobody' } },
  ),
};
