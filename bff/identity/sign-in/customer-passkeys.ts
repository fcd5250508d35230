import type { secondFactorRoutes } from '#bff/contract/identity/second-factor-routes.ts';
import { beginPasskey } from '#bff/identity/factors/passkeys.ts';
import { addPasskey, type FactorOwner, removePasskey, renamePasskeyOf } from '#bff/identity/factors/second-factor.ts';
import { confirmSessionByMfa, endSessionsOf } from '#bff/identity/sessions/sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type CustomerActor, ledgerActor } from '#bff/kit/http/actor.ts';
import type { Handlers } from '#bff/kit/http/register-routes.ts';

type Routes = typeof secondFactorRoutes;

const ownerOf = ({ customerId, email, name }: CustomerActor): FactorOwner => ({
  id: customerId,
  email,
  name,
  isCustomer: true,
});

export function passkeyHandlers(deps: BffDeps) {
  return {
    beginPasskey: (call) => beginPasskey(deps, call, { id: call.actor.customerId, label: call.actor.email }),
    addPasskey: async (call) => {
      const { actor, body, request } = call;
      const { customerId, via } = actor;
      const passkeyId = call.newId('passkey');
      const sessionId = via.kind === 'session' ? via.sessionId : null;
      return addPasskey(deps, request, ownerOf(actor), { passkeyId, ...body }, async (transaction, keep, isFirst) => {
        await keep({ type: 'EnableMfa', customerId, factorId: passkeyId }, ledgerActor(actor));
        if (sessionId === null) return;
        if (isFirst) await endSessionsOf(transaction, customerId, 'second-factor-enabled', sessionId);
        await confirmSessionByMfa(transaction, sessionId);
      });
    },
    renamePasskey: ({ actor, params, body }) => renamePasskeyOf(deps, ownerOf(actor), params.id, body.name),
    removePasskey: async (call) => {
      const { actor, params } = call;
      const command = { type: 'DisableMfa', customerId: actor.customerId, factorId: params.id } as const;
      await removePasskey(deps, ownerOf(actor), params.id, false, (_, keep) => keep(command, ledgerActor(actor)));
      return { message: 'Your passkey was removed.' };
    },
  } satisfies Partial<Handlers<Routes>>;
}
