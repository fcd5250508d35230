import { ManagedAdministratorList, ManagedAdministratorSaved } from './admin-administrator.ts';
import { InviteForm, RolesForm } from './administrator-form.ts';
import { defineRoutes } from './route.ts';

const administrator = {
  auth: 'administrator',
  permission: 'administrators:manage',
  tag: 'Admin: administrators',
} as const;
/** Nobody does these to themselves: it takes another owner. */
const change = {
  step_up: true,
  response: ManagedAdministratorSaved,
} as const;

export const adminAdministratorRoutes = defineRoutes(administrator, {
  list: {
    call: 'GET /admin/administrators',
    response: ManagedAdministratorList,
    summary: 'Administrators, the first one first.',
  },
  invite: {
    call: 'POST /admin/administrators',
    step_up: true,
    body: InviteForm,
    response: ManagedAdministratorSaved,
    status: 201,
    summary: 'Add an administrator, who chooses a password by a link sent by mail.',
  },
  setRoles: {
    ...change,
    call: 'POST /admin/administrators/:id/roles',
    body: RolesForm,
    summary: 'Change what an administrator may do, from the next request on.',
  },
  disable: {
    ...change,
    call: 'POST /admin/administrators/:id/disable',
    summary: 'Keep an administrator out; sessions end at once.',
  },
  enable: { ...change, call: 'POST /admin/administrators/:id/enable', summary: 'Let an administrator in again.' },
  endSessions: {
    ...change,
    call: 'POST /admin/administrators/:id/end-sessions',
    summary: 'Sign an administrator out everywhere.',
  },
  sendLink: {
    ...change,
    call: 'POST /admin/administrators/:id/send-link',
    summary: 'Void the password and all sessions, and send a link for a new password by mail.',
  },
});
