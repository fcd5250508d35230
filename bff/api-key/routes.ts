import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { apiKeyRoutes } from '#bff/contract/account-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { notFound } from '#bff/lib/api-error.ts';
import { findApiKey, insertApiKey, revokeApiKey } from './api-key-store.ts';
import { API_KEY_PREFIX } from './authenticate.ts';

export function registerApiKey(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, apiKeyRoutes, {
    show: async (call) => {
      const token = await findApiKey(deps.database, call.actor.customerId);
      return { has_api_key: token !== null, token };
    },
    create: async (call) => {
      const { customerId } = call.actor;
      const { name, abilities, expires_in_days } = call.body;
      const keyId = v7();
      const secret = deps.crypto.randomToken(API_KEY_PREFIX);
      const { token, revoked } = await deps.database.transaction(async (transaction) => ({
        revoked: await revokeApiKey(transaction, customerId),
        token: await insertApiKey(transaction, {
          keyId,
          customerId,
          keyHash: deps.crypto.hashToken(secret),
          name,
          abilities,
          lastFour: secret.slice(-4),
          days: expires_in_days,
        }),
      }));
      if (revoked) await call.execute({ type: 'RevokeApiKey', customerId, keyId: revoked }, { wait: false });
      await call.execute({ type: 'IssueApiKey', customerId, keyId, abilities });
      return { message: 'New API key has been generated.', token: { ...token, plain_text_token: secret } };
    },
    revoke: async (call) => {
      const { customerId } = call.actor;
      const keyId = await revokeApiKey(deps.database, customerId);
      if (keyId === null) throw notFound('There is no API key to revoke.');
      await call.execute({ type: 'RevokeApiKey', customerId, keyId });
      return { message: 'The API key was revoked.' };
    },
  });
}
