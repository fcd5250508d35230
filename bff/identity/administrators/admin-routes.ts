import { adminAdministratorRoutes } from '#bff/contract/identity/admin-administrator.ts';
import { normalizeEmail } from '#bff/identity/accounts/accounts.ts';
import { type AdministratorActor, ledgerActor } from '#bff/kit/http/actor.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import { invoiceMinute } from '#bff/papers/invoices/dates.ts';
import { endAdministratorSessions, inOrder } from './administrators.ts';
import type { AdministratorChange } from './change.ts';
import { confirmChange, proposeChange, refuseChange } from './changes.ts';
import { listAdministrators } from './list.ts';
import { listChanges } from './waiting.ts';

export const registerAdminAdministrators = feature(adminAdministratorRoutes, (deps) => {
  const find = async (id: string) => found((await listAdministrators(deps, id))[0], 'There is no such administrator.');
  /** Nobody changes their own rights. */
  const requireOther = (id: string, actor: AdministratorActor) => {
    if (id === actor.administratorId) {
      throw conflict('own_account', 'This is your own account. Another owner can change it.');
    }
  };
  const propose = async (
    actor: AdministratorActor,
    which: { readonly id: string } | { readonly email: string },
    change: AdministratorChange,
  ) => {
    if ('id' in which) requireOther(which.id, actor);
    const proposed = await proposeChange(deps, which, change, ledgerActor(actor));
    if (proposed.isDone) return { message: 'A new link was sent. It works once, for 24 hours.', proposal: null };
    const proposal = (await listChanges(deps, actor)).find((each) => each.administrator_id === proposed.id) ?? null;
    const { dueAt } = proposed;
    const message =
      dueAt === null
        ? 'Your proposal is saved. Another owner has to confirm it.'
        : `Your proposal is saved. It is carried out on ${invoiceMinute(dueAt)}, unless it is refused before. Every owner got a mail.`;
    return { message, proposal };
  };
  type ChangeCall<Body = unknown> = { params: { id: string }; actor: AdministratorActor; body: Body };
  const step = (change: AdministratorChange) => (call: ChangeCall) => propose(call.actor, call.params, change);

  return {
    listAdministrators: async ({ actor }) => ({
      data: await listAdministrators(deps),
      proposals: await listChanges(deps, actor),
    }),
    inviteAdministrator: ({ body: { email, name, roles }, actor }) => {
      const address = normalizeEmail(email);
      const change = { step: 'invite', email: address, name: name.trim(), roles: inOrder(roles) } as const;
      return propose(actor, { email: address }, change);
    },
    setAdministratorRoles: ({ params, body, actor }) =>
      propose(actor, params, { step: 'roles', roles: inOrder(body.roles) }),
    disableAdministrator: step({ step: 'disable', isOut: false }),
    enableAdministrator: step({ step: 'enable' }),
    endAdministratorSessions: async ({ params: { id }, actor }) => {
      requireOther(id, actor);
      const { name } = await find(id);
      await endAdministratorSessions(deps, id, ledgerActor(actor));
      return { message: `${name} is signed out everywhere.`, data: await find(id) };
    },
    sendAdministratorLink: ({ params, body, actor }) =>
      propose(actor, params, { step: 'reset', keepsSecondFactor: !body.removes_second_factor }),
    confirmAdministratorChange: async ({ params, actor }) => {
      await confirmChange(deps, ledgerActor(actor), params.id);
      return { message: 'Confirmed. The change is made.', proposal: null };
    },
    refuseAdministratorChange: async ({ params, actor }) => {
      const end = await refuseChange(deps, ledgerActor(actor), params.id);
      const done = end === 'taken-back' ? 'Taken back' : 'Refused';
      return { message: `${done}. Nothing was changed.`, proposal: null };
    },
  };
});
