import type { FastifyInstance } from 'fastify';
import type { ManagedAdministrator } from '#bff/contract/admin-administrator.ts';
import { adminAdministratorRoutes } from '#bff/contract/admin-administrator-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { type AdministratorActor, ledgerActor } from '#bff/http/actor.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { conflict, found } from '#bff/lib/api-error.ts';
import { timeOrNull } from '#bff/lib/present.ts';
import { endAdministratorSessions, setAdministratorActive, setAdministratorRoles } from './administrators.ts';
import { type ListedAdministrator, listAdministrators } from './list.ts';
import { inviteAdministrator, mailNewLink } from './mail-link.ts';

export function registerAdminAdministrators(app: FastifyInstance, deps: BffDeps): void {
  const find = async (is: (one: ListedAdministrator) => boolean) =>
    found((await listAdministrators(deps)).find(is), 'There is no such administrator.');

  /** The administrator of the path, who must be somebody else: nobody changes their own rights. */
  const other = (id: string, actor: AdministratorActor) => {
    if (id === actor.administratorId) {
      throw conflict('own_account', 'This is your own account. Another owner can change it.');
    }
    return find(({ administratorId }) => administratorId === id);
  };
  const saved = async (id: string, message: string) => ({
    message,
    data: present(await find(({ administratorId }) => administratorId === id)),
  });
  const setActive =
    (isActive: boolean) =>
    async ({ params: { id }, actor }: { params: { id: string }; actor: AdministratorActor }) => {
      const { email, name } = await other(id, actor);
      await setAdministratorActive(deps, email, isActive, ledgerActor(actor));
      return saved(id, isActive ? `${name} can sign in again.` : `${name} is signed out and can no longer sign in.`);
    };

  registerRoutes(app, deps, adminAdministratorRoutes, {
    list: async () => ({ data: (await listAdministrators(deps)).map(present) }),
    invite: async ({ body, actor }) => {
      await inviteAdministrator(deps, body, ledgerActor(actor));
      const email = body.email.toLowerCase();
      return {
        message: `A link was sent to ${email}. It works once, for 24 hours.`,
        data: present(await find((one) => one.email === email)),
      };
    },
    setRoles: async ({ params: { id }, body, actor }) => {
      const { email, name } = await other(id, actor);
      await setAdministratorRoles(deps, email, body.roles, ledgerActor(actor));
      return saved(id, `The roles of ${name} are changed.`);
    },
    disable: setActive(false),
    enable: setActive(true),
    endSessions: async ({ params: { id }, actor }) => {
      const { email, name } = await other(id, actor);
      await endAdministratorSessions(deps, email, ledgerActor(actor));
      return saved(id, `${name} is signed out everywhere.`);
    },
    sendLink: async ({ params: { id }, actor }) => {
      const administrator = await other(id, actor);
      if (!administrator.isActive) {
        throw conflict(
          'invalid_state',
          `${administrator.name} is disabled, so a link would not work. Enable them first.`,
        );
      }
      await mailNewLink(deps, administrator, ledgerActor(actor));
      return saved(id, `A new link was sent to ${administrator.email}. It works once, for 24 hours.`);
    },
  });
}

const present = (row: ListedAdministrator): ManagedAdministrator => ({
  id: row.administratorId,
  name: row.name,
  email: row.email,
  roles: row.roles,
  is_active: row.isActive,
  created_at: row.createdAt.toISOString(),
  last_sign_in_at: timeOrNull(row.lastSignInAt),
  link_expires_at: timeOrNull(row.linkExpiresAt),
  open_sessions: row.openSessions,
});
