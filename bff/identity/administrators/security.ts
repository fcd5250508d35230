import { v7 } from 'uuid';
import { z } from 'zod';
import type { adminSecurityRoutes } from '#bff/contract/identity/admin-security-routes.ts';
import { recordedTransaction, recordingOf } from '#bff/identity/audit/keep-record.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import { factors, findVerifiedFactor } from '#bff/identity/factors/mfa-factors.ts';
import { listPasskeys } from '#bff/identity/factors/passkey-store.ts';
import { beginPasskey } from '#bff/identity/factors/passkeys.ts';
import { countRecoveryCodes } from '#bff/identity/factors/recovery-codes.ts';
import {
  acceptFactorCode,
  addPasskey,
  beginFactor,
  disableFactor,
  enableFactor,
  type FactorOwner,
  guessed,
  removePasskey,
  renamePasskeyOf,
  renewRecoveryCodes,
  wrongCode,
} from '#bff/identity/factors/second-factor.ts';
import { proveOwner } from '#bff/identity/factors/step-up.ts';
import { requireUncommonPassword } from '#bff/identity/passwords/common-passwords.ts';
import {
  closeAdministratorDoors,
  endAdminSession,
  endAdminSessions,
  listAdminSessions,
} from '#bff/identity/sessions/admin-sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import type { Handlers } from '#bff/kit/http/register-routes.ts';
import { invalidField, notFound } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { administratorPasswordChangedMail } from '#bff/papers/mails/account-mails.ts';

type Routes = typeof adminSecurityRoutes;

const ownerOf = ({ administratorId, email, name }: AdministratorActor): FactorOwner => ({
  id: administratorId,
  email,
  name,
});
const subjectOf = ({ administratorId }: AdministratorActor) => ['administrator', administratorId] as const;

const passwordHashOf = ({ database }: Pick<BffDeps, 'database'>, administratorId: string): Promise<string> =>
  database.oneFirst(sql.type(z.object({ password_hash: z.string() }))`
    select password_hash from app.administrator where administrator_id = ${administratorId}`);

export function adminSecurityHandlers(deps: BffDeps): Handlers<Routes> {
  const { database } = deps;
  return {
    ...factorHandlers(deps),
    ...passkeyHandlers(deps),
    adminChangePassword: (call) => changePassword(deps, call),
    adminStepUp: async (call) => {
      const { actor, request, body } = call;
      const passwordHash = await passwordHashOf(deps, actor.administratorId);
      const owner = { ...ownerOf(actor), passwordHash, hasSecondFactor: actor.secondFactors.length > 0 };
      const by = await proveOwner(deps, request, owner, body);
      if (by === 'recovery') await recordAction(call, 'recovery-code-used', subjectOf(actor));
      await database.query(sql.void`update app.administrator_session set confirmed_at = now()
        where session_id = ${actor.sessionId}`);
      return { message: 'Thank you.' };
    },
    adminListSessions: async ({ actor }) => ({ data: await listAdminSessions(database, actor) }),
    adminEndSession: async (call) => {
      const { actor, params } = call;
      await recordedTransaction(deps, actor, async (transaction, record) => {
        if (!(await endAdminSession(transaction, actor.administratorId, params.id))) {
          throw notFound('This device is signed out already.');
        }
        await record('session-ended', ['session', params.id]);
      });
      return { message: 'The device was signed out.' };
    },
    adminEndOtherSessions: async (call) => {
      const { administratorId, sessionId } = call.actor;
      await recordedTransaction(deps, call.actor, async (transaction, record) => {
        await endAdminSessions(transaction, administratorId, sessionId);
        await record('other-sessions-ended', subjectOf(call.actor));
      });
      return { message: 'All other devices were signed out.' };
    },
  };
}

function factorHandlers(deps: BffDeps) {
  const { database } = deps;
  return {
    adminGetSecurity: async ({ actor }) => {
      const factor = await findVerifiedFactor(database, actor.administratorId);
      return {
        data: {
          second_factor_since: factor?.verified_at?.toISOString() ?? null,
          passkeys: await listPasskeys(database, actor.administratorId),
          recovery_codes_left: await countRecoveryCodes(database, actor.administratorId),
          is_second_factor_required: deps.config.isProduction,
        },
      };
    },
    adminEnrollMfaFactor: ({ actor }) => beginFactor(deps, ownerOf(actor)),
    adminVerifyMfaFactor: async (call) => {
      const { actor, body, request } = call;
      const owner = ownerOf(actor);
      const factor = await factors.find(database, { owner_id: owner.id, factor_id: body.factor_id });
      if (!factor || factor.verified_at) throw notFound('This setup was replaced by another one. Please start again.');
      const by = await guessed(deps, request, 'mfa', owner.id, () => acceptFactorCode(deps, owner, factor, body.code));
      if (!by) throw wrongCode();
      const codes = await enableFactor(deps, owner, factor, async (transaction, keep) => {
        await endAdminSessions(transaction, owner.id, actor.sessionId);
        await recordingOf(keep, actor)('second-factor-enabled', subjectOf(actor));
      });
      if (!codes) throw notFound('This setup was replaced by another one. Please start again.');
      return { recovery_codes: codes };
    },
    adminRemoveMfaFactor: async ({ actor }) => {
      await disableFactor(deps, ownerOf(actor), async (_, keep) => {
        await recordingOf(keep, actor)('second-factor-removed', subjectOf(actor));
      });
      return { message: 'The authenticator app was removed.' };
    },
    adminMakeRecoveryCodes: async ({ actor }) => ({
      recovery_codes: await renewRecoveryCodes(deps, ownerOf(actor), (_, keep) =>
        recordingOf(keep, actor)('recovery-codes-made', subjectOf(actor)),
      ),
    }),
  } satisfies Partial<Handlers<Routes>>;
}

function passkeyHandlers(deps: BffDeps) {
  return {
    // The label tells an administrator who is also a customer which passkey is which.
    adminBeginPasskey: (call) =>
      beginPasskey(deps, call, { id: call.actor.administratorId, label: `${call.actor.email} (back office)` }),
    adminAddPasskey: async (call) => {
      const { actor, body, request } = call;
      const passkeyId = v7();
      return addPasskey(deps, request, ownerOf(actor), { passkeyId, ...body }, async (transaction, keep, isFirst) => {
        if (isFirst) await endAdminSessions(transaction, actor.administratorId, actor.sessionId);
        await recordingOf(keep, actor)('passkey-added', ['passkey', passkeyId]);
      });
    },
    adminRenamePasskey: ({ actor, params, body }) => renamePasskeyOf(deps, ownerOf(actor), params.id, body.name),
    adminRemovePasskey: async (call) => {
      const { actor, params } = call;
      await removePasskey(deps, ownerOf(actor), params.id, deps.config.isProduction, (_, keep) =>
        recordingOf(keep, actor)('passkey-removed', ['passkey', params.id]),
      );
      return { message: 'Your passkey was removed.' };
    },
  } satisfies Partial<Handlers<Routes>>;
}

/** Ends everything that the old password opened: other sessions, links, known browsers. */
async function changePassword(deps: BffDeps, call: Call<Routes['adminChangePassword']>) {
  const { administratorId, sessionId, email, name } = call.actor;
  const old = await passwordHashOf(deps, administratorId);
  const isRight = await guessed(deps, call.request, 'password', administratorId, () =>
    deps.crypto.verifyPassword(call.body.current_password, old),
  );
  if (!isRight) throw invalidField('current_password', 'Current password is incorrect');
  await requireUncommonPassword(call.body.password, { email, name });
  const passwordHash = await deps.crypto.hashPassword(call.body.password);
  await recordedTransaction(deps, call.actor, async (transaction, record) => {
    await transaction.query(sql.void`update app.administrator set password_hash = ${passwordHash}
      where administrator_id = ${administratorId}`);
    await closeAdministratorDoors(transaction, administratorId, sessionId);
    await record('password-changed', subjectOf(call.actor));
  });
  await deps.mails.send('password-changed', call.actor, administratorPasswordChangedMail);
  return { message: 'Your password has been changed. Other devices were signed out.' };
}
