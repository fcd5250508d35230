import type { ApiKeyAbility } from '#bff/contract/base/api-key-abilities.ts';
import type { SecondFactor } from '#bff/contract/identity/auth.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import type { Actor } from '#core/kernel/log/event.ts';

export type Visitor = { readonly kind: 'visitor' };

export type CustomerActor = {
  readonly kind: 'customer';
  readonly customerId: string;
  readonly email: string;
  readonly name: string;
  readonly isVerified: boolean;
  readonly isCompanyComplete: boolean;
  readonly isApproved: boolean;
  readonly via: SessionAccess | ApiKeyAccess;
};
export type SessionProof = {
  /** The password, a code or a passkey was given within the last minutes. */
  readonly isConfirmed: boolean;
  /** The factors that are set up besides the password. */
  readonly secondFactors: readonly SecondFactor[];
};
type SessionAccess = SessionProof & {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly isMfaConfirmed: boolean;
  /** When the access token ends. */
  readonly expiresAt: Date;
};
type ApiKeyAccess = {
  readonly kind: 'api-key';
  readonly keyId: string;
  /** A test key changes nothing. */
  readonly isTest: boolean;
  readonly abilities: readonly ApiKeyAbility[];
};

export type AdministratorActor = SessionProof & {
  readonly kind: 'administrator';
  readonly administratorId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly expiresAt: Date;
  /** A second factor is required and not set up. The administrator may set one up, and nothing else. */
  readonly mustEnrol: boolean;
};

export type RequestActor = Visitor | CustomerActor | AdministratorActor;

export const VISITOR: Visitor = { kind: 'visitor' };

/** The actor of an event. A visitor's commands (registering, verifying) are the system's. */
export function ledgerActor(actor: RequestActor): Actor {
  switch (actor.kind) {
    case 'customer':
      return actor.via.kind === 'api-key'
        ? { kind: 'api-key', id: actor.via.keyId }
        : { kind: 'customer', id: actor.customerId };
    case 'administrator':
      return { kind: 'administrator', id: actor.administratorId, session: actor.sessionId };
    case 'visitor':
      return { kind: 'system', id: 'bff' };
  }
}

/** The owner of idempotency keys and rate limits; undefined for visitors. */
export function actorKey(actor: RequestActor): string | undefined {
  switch (actor.kind) {
    case 'customer':
      return `customer:${actor.customerId}`;
    case 'administrator':
      return `administrator:${actor.administratorId}`;
    case 'visitor':
      return undefined;
  }
}

/** The account that a request belongs to; null for visitors, and before the caller is known. */
export const accountOf = (actor: RequestActor | null | undefined): string | null =>
  actor?.kind === 'customer' ? actor.customerId : actor?.kind === 'administrator' ? actor.administratorId : null;
