import { may, type Permission, rolesWith } from '#bff/contract/roles.ts';
import type { RouteContract } from '#bff/contract/route.ts';
import { forbidden, unauthenticated } from '#bff/lib/api-error.ts';
import type { AdministratorActor, CustomerActor, RequestActor } from './actor.ts';

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
    if (!may(actor.roles, route.permission)) refuseRole(actor, route.permission);
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
