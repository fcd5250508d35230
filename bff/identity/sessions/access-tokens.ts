import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** How long the code step of a sign-in may take. */
export const MFA_TOKEN_MINUTES = 10;

/** Defines a kind of token: its owner (`sub`) and its other claims. */
function defineToken<Shape extends z.ZodRawShape>(
  namespace: 'customer' | 'administrator',
  typ: 'access' | 'mfa' | 'administrator',
  shape: Shape,
) {
  const Claims = z.object({ ...shape, typ: z.literal(typ), sub: z.guid(), exp: z.int() });
  return {
    sign: (app: FastifyInstance, expiresAt: Date, claims: Omit<z.output<typeof Claims>, 'typ' | 'exp'>): string =>
      app.jwt[namespace].sign({ typ, ...claims, exp: Math.floor(expiresAt.getTime() / 1_000) }),
    /** Undefined where the token is not valid. */
    verify(app: FastifyInstance, token: string): z.output<typeof Claims> | undefined {
      try {
        return Claims.safeParse(app.jwt[namespace].verify<object>(token)).data;
      } catch {
        // Forged, expired or garbage: the caller is simply not signed in.
        return undefined;
      }
    },
  };
}

export const accessToken = defineToken('customer', 'access', { sid: z.guid() });
export const administratorToken = defineToken('administrator', 'administrator', { sid: z.guid() });
const firstStep = { remember: z.boolean().default(false), password: z.string() };
/** For somebody who has given the password but not the code yet. It ends with that password. */
export const mfaTokens = {
  customer: defineToken('customer', 'mfa', firstStep),
  administrator: defineToken('administrator', 'mfa', firstStep),
};

/** Names a password by its hash, so that a first step ends when the password changes. */
export const versionOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
