import jwt, { type FastifyJWTOptions } from '@fastify/jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findApiKeyActor, isApiKey } from '#bff/identity/api-keys/authenticate.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type AdministratorActor, type CustomerActor, type RequestActor, VISITOR } from '#bff/kit/http/actor.ts';
import { ADMIN_COOKIE, cookieOf } from '#bff/kit/http/cookies.ts';
import { isOfAdministrators, isOfApi } from '#bff/kit/http/place.ts';
import { requireSameOrigin } from '#bff/kit/http/same-origin.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { standing } from '#projections/models/customers.ts';
import { accessToken, administratorToken } from './access-tokens.ts';
import { findAdministratorActor } from './admin-sessions.ts';
import { proofColumns, proofFields, proofIn } from './session-proof.ts';

const JWT_ALGORITHM = 'HS256';
/** Tokens whose signature was verified once; it is not verified again until they expire. Sessions are looked up each time. */
const MAX_KNOWN_TOKENS = 5_000;

/**
 * Finds the caller before any route: a customer by access token or API key, an administrator by their own token (as bearer or cookie) and
 * only under /api/admin. Any other caller is a visitor; the route's contract decides whether visitors may call it.
 */
export async function registerAuthentication(app: FastifyInstance, deps: BffDeps): Promise<void> {
  await registerTokens(app, deps.config);
  app.addHook('onRequest', async (request) => {
    if (isOfApi(request)) request.actor = await findCaller(app, deps, request);
  });
}

/** The caller according to the database now; a visitor where the session has ended or the token has expired. */
export async function findCaller(app: FastifyInstance, deps: BffDeps, request: FastifyRequest): Promise<RequestActor> {
  const find = isOfAdministrators(request) ? findAdministrator : findCustomer;
  return (await find(app, deps, request)) ?? VISITOR;
}

/** The two kinds of tokens have secrets of their own, so that one is never accepted as the other. */
export async function registerTokens(
  app: FastifyInstance,
  config: Pick<BffDeps['config'], 'jwtSecret' | 'adminJwtSecret'>,
): Promise<void> {
  const { jwtSecret, adminJwtSecret } = config;
  if (jwtSecret === undefined || adminJwtSecret === undefined) throw new Error('Tokens need their secrets.');
  const options = {
    sign: { algorithm: JWT_ALGORITHM },
    verify: {
      algorithms: [JWT_ALGORITHM],
      cache: MAX_KNOWN_TOKENS,
      // Refusals are not cached: after the clock is set back, an expired token is valid again.
      errorCacheTTL: () => Number.NEGATIVE_INFINITY,
    },
  } satisfies Partial<FastifyJWTOptions>;
  await app.register(jwt, { ...options, secret: jwtSecret, namespace: 'customer' });
  await app.register(jwt, { ...options, secret: adminJwtSecret, namespace: 'administrator' });
}

function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

async function findCustomer(
  app: FastifyInstance,
  deps: BffDeps,
  request: FastifyRequest,
): Promise<CustomerActor | null> {
  const token = bearerOf(request);
  if (token === undefined) return null;
  if (isApiKey(token)) {
    const actor = await findApiKeyActor(deps, token);
    if (!actor)
      deps.security.note('api-key-refused', { address: request.ip, detail: 'unknown, revoked or past its end' });
    return actor;
  }
  const claims = accessToken.verify(app, token);
  return claims ? findSessionActor(deps, claims.sid, claims.sub, new Date(claims.exp * 1_000)) : null;
}

const SessionRow = z.object({
  ...proofFields,
  email: z.string(),
  name: z.string(),
  email_verified_at: z.date().nullable(),
  mfa_confirmed_at: z.date().nullable(),
  is_company_complete: z.boolean(),
  is_approved: z.boolean(),
});

/** The customer behind a session that has not ended; null otherwise. */
async function findSessionActor(
  deps: Pick<BffDeps, 'database'>,
  sessionId: string,
  customerId: string,
  expiresAt: Date,
): Promise<CustomerActor | null> {
  const row = await deps.database.maybeOne(sql.type(SessionRow)`
    select account.email, account.name, account.email_verified_at, session.mfa_confirmed_at,
      ${proofColumns('customer_id')}, ${standing.columns}
    from app.session as session join app.account as account using (customer_id) ${standing.join}
    where session.session_id = ${sessionId} and session.customer_id = ${customerId} and session.ended_at is null
    and account.frozen_at is null`);
  if (!row) return null;
  return {
    kind: 'customer',
    customerId,
    email: row.email,
    name: row.name,
    isVerified: row.email_verified_at !== null,
    isCompanyComplete: row.is_company_complete,
    isApproved: row.is_approved,
    via: {
      kind: 'session',
      sessionId,
      isMfaConfirmed: row.mfa_confirmed_at !== null,
      ...proofIn(row),
      expiresAt,
    },
  };
}

async function findAdministrator(
  app: FastifyInstance,
  deps: BffDeps,
  request: FastifyRequest,
): Promise<AdministratorActor | null> {
  const bearer = bearerOf(request);
  const token = bearer ?? cookieOf(request, deps.config, ADMIN_COOKIE);
  const claims = token === undefined ? undefined : administratorToken.verify(app, token);
  const isUse = !request.routeOptions.config.contract?.background;
  const actor = claims ? await findAdministratorActor(deps, claims.sid, claims.sub, isUse) : null;
  if (actor && bearer === undefined) requireSameOrigin(request, deps.config.publicUrl);
  return actor;
}
