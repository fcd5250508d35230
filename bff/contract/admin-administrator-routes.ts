import { AdministratorChanged, ManagedAdministratorList, ManagedAdministratorSaved } from './admin-administrator.ts';
import { InviteForm, LinkForm, RolesForm } from './administrator-form.ts';
import { defineRoutes } from './route.ts';

const administrator = {
  auth: 'administrator',
  permission: 'administrators:manage',
  tag: 'Admin: administrators',
} as const;
/** Nobody does these to themselves. A change waits for another owner, or for its time where there is none. */
const change = { step_up: true, idempotent: true, response: AdministratorChanged } as const;

export const adminAdministratorRoutes = defineRoutes(administrator, {
  list: {
    call: 'GET /admin/administrators',
    response: ManagedAdministratorList,
    summary: 'Administrators, the first one first, and the changes that wait for a second owner.',
  },
  invite: {
    call: 'POST /admin/administrators',
    ...change,
    body: InviteForm,
    status: 201,
    summary: 'Propose an administrator, who chooses a password by a link sent by mail.',
  },
  setRoles: {
    ...change,
    call: 'POST /admin/administrators/:id/roles',
    body: RolesForm,
    summary: 'Propose what an administrator may do, from the next request on.',
  },
  disable: {
    ...change,
    call: 'POST /admin/administrators/:id/disable',
    summary: 'Propose to keep an administrator out. Somebody who is no owner is kept out at once, until it is decided.',
  },
  enable: {
    ...change,
    call: 'POST /admin/administrators/:id/enable',
    summary: 'Propose to let an administrator in again.',
  },
  endSessions: {
    step_up: true,
    response: ManagedAdministratorSaved,
    call: 'POST /admin/administrators/:id/end-sessions',
    summary: 'Sign an administrator out everywhere.',
  },
  sendLink: {
    ...change,
    call: 'POST /admin/administrators/:id/send-link',
    body: LinkForm,
    summary:
      'Propose to void the password and all sessions, the second factor where it is asked for, and to send a link for a new password by mail. A link that was never used is sent again at once.',
  },
  confirmChange: {
    ...change,
    call: 'POST /admin/administrators/changes/:id/confirm',
    summary: 'Confirm a change that another owner proposed; it is carried out at once.',
  },
  refuseChange: {
    ...change,
    step_up: undefined,
    call: 'POST /admin/administrators/changes/:id/refuse',
    summary: 'Refuse a change that waits, or take the own one back.',
  },
});
