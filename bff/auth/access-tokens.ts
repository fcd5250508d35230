import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** How long the code step of a sign-in may take. */
export const MFA_TOKEN_MINUTES = 10;

const AccessClaims = z.object({
  typ: z.literal('access'),
  sub: z.guid(),
  sid: z.guid(),
  exp: z.int(),
});

const MfaClaims = z.object({
  typ: z.literal('mfa'),
  sub: z.guid(),
  remember: z.boolean(),
  exp: z.int(),
});

const AdministratorMfaClaims = z.object({ typ: z.literal('mfa'), sub: z.guid(), exp: z.int() });

const AdministratorClaims = z.object({
  typ: z.literal('administrator'),
  sub: z.guid(),
  sid: z.guid(),
  exp: z.int(),
});

type Namespace = 'customer' | 'administrator';

function sign(app: FastifyInstance, namespace: Namespace, claims: object, expiresAt: Date): string {
  return app.jwt[namespace].sign({ ...claims, exp: Math.floor(expiresAt.getTime() / 1_000) });
}

/** The claims of a token of ours that is still good and of the wanted kind, else undefined. */
function verify<T>(app: FastifyInstance, namespace: Namespace, schema: z.ZodType<T>, token: string): T | undefined {
  try {
    const parsed = schema.safeParse(app.jwt[namespace].verify<object>(token));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Forged, expired or garbage: all the same to the caller, who is simply not signed in.
    return undefined;
  }
}

export const signAccessToken = (app: FastifyInstance, customerId: string, sessionId: string, expiresAt: Date) =>
  sign(app, 'customer', { typ: 'access', sub: customerId, sid: sessionId }, expiresAt);
export const verifyAccessToken = (app: FastifyInstance, token: string) => verify(app, 'customer', AccessClaims, token);

export const signMfaToken = (app: FastifyInstance, customerId: string, remember: boolean, expiresAt: Date) =>
  sign(app, 'customer', { typ: 'mfa', sub: customerId, remember }, expiresAt);
export const verifyMfaToken = (app: FastifyInstance, token: string) => verify(app, 'customer', MfaClaims, token);

export const signAdministratorToken = (
  app: FastifyInstance,
  administratorId: string,
  sessionId: string,
  expiresAt: Date,
) => sign(app, 'administrator', { typ: 'administrator', sub: administratorId, sid: sessionId }, expiresAt);
export const signAdministratorMfaToken = (app: FastifyInstance, administratorId: string, expiresAt: Date) =>
  sign(app, 'administrator', { typ: 'mfa', sub: administratorId }, expiresAt);
export const verifyAdministratorMfaToken = (app: FastifyInstance, token: string) =>
  verify(app, 'administrator', AdministratorMfaClaims, token);

export const verifyAdministratorToken = (app: FastifyInstance, token: string) =>
  verify(app, 'administrator', AdministratorClaims, token);
