import type { FastifyInstance } from 'fastify';
import { v7 } from 'uuid';
import { lockAccount } from '#bff/auth/accounts.ts';
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
      const token = await deps.database.transaction(async (transaction) => {
        await lockAccount(transaction, customerId);
        const earlier = await revokeApiKey(transaction, customerId);
        const inserted = await insertApiKey(transaction, {
          keyId,
          customerId,
          keyHash: deps.crypto.hashToken(secret),
          name,
          abilities,
          lastFour: secret.slice(-4),
          days: expires_in_days,
        });
        // Before the key works: one that the ledger does not know could never be revoked there.
        if (earlier) await call.execute({ type: 'RevokeApiKey', customerId, keyId: earlier }, { wait: false });
        await call.execute({ type: 'IssueApiKey', customerId, keyId, abilities }, { wait: false });
        return inserted;
      });
      return { message: 'New API key has been generated.', token: { ...token, plain_text_token: secret } };
    },
    revoke: async (call) => {
      const { customerId } = call.actor;
      const none = () => notFound('There is no API key to revoke.');
      const key = await findApiKey(deps.database, customerId);
      if (!key) throw none();
      // The ledger first: cut off in between, it is completed by asking again.
      await call.execute({ type: 'RevokeApiKey', customerId, keyId: key.id });
      if ((await revokeApiKey(deps.database, customerId, key.id)) === null) throw none();
      return { message: 'The API key was revoked.' };
    },
  });
}
