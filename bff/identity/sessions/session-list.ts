import type { authRoutes } from '#bff/contract/identity/auth.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { CustomerActor } from '#bff/kit/http/actor.ts';
import type { Handler } from '#bff/kit/http/call.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { endSessionOf, endSessionsOf, listSessions } from './sessions.ts';

const currentOf = ({ via }: CustomerActor) => (via.kind === 'session' ? via.sessionId : null);

export const sessions =
  (deps: BffDeps): Handler<typeof authRoutes.getSessions> =>
  async ({ actor }) => ({ data: await listSessions(deps.database, actor.customerId, currentOf(actor)) });

export const endOne =
  (deps: BffDeps): Handler<typeof authRoutes.endSession> =>
  async ({ actor, params }) => {
    if (!(await endSessionOf(deps.database, actor.customerId, params.id))) {
      throw notFound('This device is signed out already.');
    }
    return { message: 'The device was signed out.' };
  };

export const endOthers =
  (deps: BffDeps): Handler<typeof authRoutes.endOtherSessions> =>
  async ({ actor }) => {
    await endSessionsOf(deps.database, actor.customerId, 'signed-out-elsewhere', currentOf(actor));
    return { message: 'All other devices were signed out.' };
  };
