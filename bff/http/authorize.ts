import { may, type Permission, rolesWith } from '#bff/contract/roles.ts';
import type { RouteContract } from '#bff/contract/route.ts';
import { ApiError, forbidden, unauthenticated } from '#bff/lib/api-error.ts';
import type { AdministratorActor, CustomerActor, RequestActor, SessionProof } from './actor.ts';

/**
 * Refuses a caller that the route is not open to, before anything of the request is read. The order of the customer's checks
 * is the order of onboarding.
 */
export function authorize(actor: RequestActor, route: RouteContract): void {
  if (route.auth === 'public') {
    if (actor.kind === 'customer' && actor.via.kind === 'api-key' && route.ability === undefined) refuseApiKey();
    return;
  }
  if (route.auth === 'administrator') {
    if (actor.kind !== 'administrator') throw unauthenticated();
    if (actor.mustEnrol && !route.enrolment) {
      throw forbidden('second_factor_required', 'Please set up your authenticator app first.');
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
  if (step_up === true || (step_up === 'code' && proof.hasSecondFactor)) requireStepUp(proof);
}

/**
 * Refuses what a session must be confirmed for, where that was not within the last minutes. The refusal names the field that
 * `POST …/step-up` wants. @throws ApiError 403
 */
function requireStepUp({ isConfirmed, hasSecondFactor }: SessionProof): void {
  if (isConfirmed) return;
  const field = hasSecondFactor ? 'code' : 'password';
  const message = hasSecondFactor
    ? 'Please confirm with a code of your authenticator app that it is you.'
    : 'Please confirm with your password that it is you.';
  throw new ApiError(403, 'step_up_required', message, { errors: { [field]: [message] } });
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
