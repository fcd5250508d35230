import { AdministratorChanged, ManagedAdministrator, ManagedAdministratorList } from './admin-administrator.ts';
import { InviteForm, LinkForm, RolesForm } from './administrator-form.ts';
import { savedOf } from './common.ts';
import { routesFor } from './route.ts';

const administrator = routesFor({
  auth: 'administrator',
  permission: 'administrators:manage',
  tag: 'Admin: administrators',
});

/** Nobody does these to themselves. A change waits for another owner, or for its time where there is none. */
export const adminAdministratorRoutes = {
  listAdministrators: administrator.get(
    '/admin/administrators',
    'Administrators, the first one first, and the changes that wait for a second owner.',
    ManagedAdministratorList,
  ),
  inviteAdministrator: administrator.post(
    '/admin/administrators',
    'Propose an administrator, who chooses a password by a link sent by mail.',
    AdministratorChanged,
    { step_up: true, body: InviteForm, status: 201 },
  ),
  setAdministratorRoles: administrator.post(
    '/admin/administrators/:id/roles',
    'Propose what an administrator may do, from the next request on.',
    AdministratorChanged,
    { step_up: true, body: RolesForm },
  ),
  disableAdministrator: administrator.post(
    '/admin/administrators/:id/disable',
    'Propose to keep an administrator out. Somebody who is no owner is kept out at once, until it is decided.',
    AdministratorChanged,
    { step_up: true },
  ),
  enableAdministrator: administrator.post(
    '/admin/administrators/:id/enable',
    'Propose to let an administrator in again.',
    AdministratorChanged,
    { step_up: true },
  ),
  endAdministratorSessions: administrator.post(
    '/admin/administrators/:id/end-sessions',
    'Sign an administrator out everywhere.',
    savedOf(ManagedAdministrator),
    { step_up: true },
  ),
  sendAdministratorLink: administrator.post(
    '/admin/administrators/:id/send-link',
    'Propose to void the password and all sessions, the second factor where it is asked for, and to send a link for a new password by mail. A link that was never used is sent again at once.',
    AdministratorChanged,
    { step_up: true, body: LinkForm },
  ),
  confirmAdministratorChange: administrator.post(
    '/admin/administrators/changes/:id/confirm',
    'Confirm a change that another owner proposed; it is carried out at once.',
    AdministratorChanged,
    { step_up: true },
  ),
  refuseAdministratorChange: administrator.post(
    '/admin/administrators/changes/:id/refuse',
    'Refuse a change that waits, or take the own one back.',
    AdministratorChanged,
  ),
};
