import { may, type Permission, rolesWith } from '#bff/contract/base/roles.ts';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { ApiError, forbidden, unauthenticated } from '#bff/kit/lib/api-error.ts';
import type { AdministratorActor, CustomerActor, RequestActor, SessionProof } from './actor.ts';

/** Refuses a caller without access, before the request itself is read. The customer's checks are in the order of onboarding. */
export function authorize(actor: RequestActor, route: RouteContract): void {
  if (route.auth === 'public') {
    if (actor.kind === 'customer' && actor.via.kind === 'api-key' && route.ability === undefined) refuseApiKey();
    return;
  }
  if (route.auth === 'administrator') {
    if (actor.kind !== 'administrator') throw unauthenticated();
    if (actor.mustEnrol && !route.enrolment) {
      throw forbidden('second_factor_required', 'Please set up a passkey or an authenticator app first.');
    }
    if (!may(actor.roles, route.permission)) refuseRole(actor, route.permission);
    requireConfirmed(actor, route);
    return;
  }
  if (actor.kind !== 'customer') throw unauthenticated();
  if (actor.via.kind === 'api-key') {
    if (route.ability === undefined) refuseApiKey();
    else if (!actor.via.abilities.includes(route.ability)) {
      throw forbidden('ability_missing', `This API key lacks the ability ${route.ability}.`);
    }
  }
  if (route.auth === 'customer') requireFullAccess(actor);
  if (actor.via.kind === 'session') requireConfirmed(actor.via, route);
}

function requireConfirmed(proof: SessionProof, { step_up }: RouteContract): void {
  if (step_up === true || (step_up === 'code' && proof.secondFactors.length > 0)) requireStepUp(proof);
}

/** The fields of `POST …/step-up`, with their names for people. */
const PROOFS = {
  passkey: { field: 'passkey', text: 'your passkey' },
  app: { field: 'code', text: 'a code of your authenticator app' },
  password: { field: 'password', text: 'your password' },
} as const;

/**
 * Requires that the session was confirmed within the last minutes. The refusal names the fields of `POST …/step-up`, one of which is
 * needed. @throws ApiError 403
 */
export function requireStepUp({ isConfirmed, secondFactors }: SessionProof): void {
  if (isConfirmed) return;
  const wanted = (secondFactors.length === 0 ? ['password' as const] : secondFactors).map((each) => PROOFS[each]);
  const message = `Please confirm with ${wanted.map(({ text }) => text).join(' or ')} that it is you.`;
  const errors = Object.fromEntries(wanted.map(({ field }) => [field, [message]]));
  throw new ApiError(403, 'step_up_required', message, { errors });
}

/** For routes whose permission depends on the request. @throws ApiError 403 */
export function requirePermission(actor: AdministratorActor, permission: Permission): void {
  if (!may(actor.roles, permission)) refuseRole(actor, permission);
}

function refuseRole({ roles }: AdministratorActor, permission: Permission): never {
  const yours = `${roles.length === 1 ? 'yours is' : 'yours are'} ${roles.join(', ')}`;
  throw forbidden('role_missing', `This takes the role ${rolesWith(permission)}; ${yours}. An owner can change that.`);
}

function refuseApiKey(): never {
  throw forbidden('api_key_not_accepted', 'This call needs a signed-in session; an API key cannot make it.');
}

function requireFullAccess(actor: CustomerActor): void {
  if (!actor.isVerified) {
    throw forbidden('email_not_verified', 'Please verify your email address before using the store.');
  }
  if (!actor.isCompanyComplete) {
    throw forbidden('company_incomplete', 'Please complete your company details before using the store.');
  }
  if (!actor.isApproved) {
    throw forbidden('not_approved', 'Your account is waiting for approval. We will e-mail you once it is approved.');
  }
}
