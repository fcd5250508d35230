import type { FastifyRequest } from 'fastify';
import type { StepUpBody } from '#bff/contract/identity/passkey.ts';
import type { secondFactorRoutes } from '#bff/contract/identity/second-factor-routes.ts';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { invalidField, unauthenticated } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { provePasskey } from './passkeys.ts';
import { type FactorOwner, guessed, requireFactorCode } from './second-factor.ts';

/**
 * Proves again who is at the device: by a passkey or a code where a second factor is set up, else by the password.
 * @throws ApiError 422, 429
 */
export async function proveOwner(
  deps: BffDeps,
  request: FastifyRequest,
  owner: FactorOwner & { readonly passwordHash: string; readonly hasSecondFactor: boolean },
  { password, code, passkey }: StepUpBody,
): Promise<'app' | 'recovery' | 'passkey' | 'password'> {
  if (owner.hasSecondFactor) {
    if (passkey) {
      await provePasskey(deps, request, owner.id, passkey);
      return 'passkey';
    }
    if (code === undefined) throw invalidField('code', 'Please enter a code of your authenticator app.');
    return requireFactorCode(deps, request, owner, code);
  }
  if (password === undefined) throw invalidField('password', 'Please enter your password.');
  const isRight = await guessed(deps, request, 'password', owner.id, () =>
    deps.crypto.verifyPassword(password, owner.passwordHash),
  );
  if (!isRight) throw invalidField('password', 'Password is incorrect');
  return 'password';
}

export async function stepUp(deps: BffDeps, call: Call<typeof secondFactorRoutes.stepUp>) {
  const { customerId, via } = call.actor;
  const account = await findAccount(deps.database, customerId);
  if (!account || via.kind !== 'session') throw unauthenticated();
  await proveOwner(
    deps,
    call.request,
    {
      id: customerId,
      email: account.email,
      name: account.name,
      passwordHash: account.password_hash,
      hasSecondFactor: via.secondFactors.length > 0,
    },
    call.body,
  );
  await deps.database.query(sql.void`update app.session set confirmed_at = now() where session_id = ${via.sessionId}`);
  return { message: 'Thank you.' };
}
