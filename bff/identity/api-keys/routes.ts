import { v7 } from 'uuid';
import type { ApiKeyMode } from '#bff/contract/identity/api-key.ts';
import { apiKeyRoutes } from '#bff/contract/identity/api-key-routes.ts';
import { lockAccount } from '#bff/identity/accounts/accounts.ts';
import { keptTransaction } from '#bff/identity/audit/keep-record.ts';
import { ledgerActor } from '#bff/kit/http/actor.ts';
import type { Call } from '#bff/kit/http/call.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { apiKeyMadeMail, apiKeyRemovedMail } from '#bff/papers/mails/notice-mails.ts';
import { apiKeys, listApiKeys, listRevocationsToBook, noteRevocationBooked, revokeApiKey } from './api-key-store.ts';
import { API_KEY_PREFIXES } from './authenticate.ts';
import { bookRevocations } from './book-revocations.ts';

/** Limit of one request. Usually there is one to book, because each earlier request booked its own. */
const MAX_REVOCATIONS = 10;

export const registerApiKey = feature(apiKeyRoutes, (deps) => {
  /** Runs after the keys stopped working, never before: a failure in between must not leave a working key that looks revoked. */
  async function bookOwnRevocations({ actor, execute }: Call<typeof apiKeyRoutes.revokeApiKey>): Promise<number> {
    const revocations = await listRevocationsToBook(deps.database, MAX_REVOCATIONS, actor.customerId);
    for (const { customerId, keyId } of revocations) {
      await execute({ type: 'RevokeApiKey', customerId, keyId }, { step: `revoke ${keyId}` });
      await noteRevocationBooked(deps.database, keyId);
    }
    return revocations.length;
  }

  return {
    getApiKey: async (call) => {
      const keys = await listApiKeys(deps.database, call.actor.customerId);
      const ofMode = (mode: ApiKeyMode) => keys.find((key) => key.mode === mode) ?? null;
      return { has_api_key: ofMode('live') !== null, token: ofMode('live'), test_token: ofMode('test') };
    },
    createApiKey: async (call) => {
      const { customerId } = call.actor;
      const { name, abilities, expires_in_days, mode } = call.body;
      const keyId = v7();
      const secret = deps.crypto.randomToken(API_KEY_PREFIXES[mode]);
      const token = await keptTransaction(deps, async (transaction, keep) => {
        await lockAccount(transaction, customerId);
        await revokeApiKey(transaction, customerId, mode);
        const inserted = await apiKeys.insert(transaction, {
          key_id: keyId,
          customer_id: customerId,
          key_hash: deps.crypto.hashToken(secret),
          name,
          is_test: mode === 'test',
          abilities,
          last_four: secret.slice(-4),
          // Without a number of days it is null, and the key works until it is revoked.
          expires_at: sql.fragment`now() + make_interval(days => ${expires_in_days}::int)`,
        });
        await keep({ type: 'IssueApiKey', customerId, keyId, abilities }, ledgerActor(call.actor));
        return inserted;
      });
      // The job books what cannot be booked now: the key that was replaced works no more, and the new one is answered.
      await bookRevocations(deps, customerId).catch((error: unknown) =>
        deps.logger.warn({ err: error, keyId }, 'the revocation of the key before is booked by the job'),
      );
      const mail = apiKeyMadeMail(mode, abilities);
      await deps.mails.send('api-key', call.actor, mail, { id: `api-key-${keyId}` });
      return { message: 'New API key has been generated.', token: { ...token, plain_text_token: secret } };
    },
    revokeApiKey: async (call) => {
      const isRevoked = await revokeApiKey(deps.database, call.actor.customerId, call.query.mode);
      const booked = await bookOwnRevocations(call);
      // On a repetition after a request that was cut off, booking is the only step left.
      if (!isRevoked && booked === 0) throw notFound('There is no API key to revoke.');
      if (isRevoked) await deps.mails.send('api-key', call.actor, apiKeyRemovedMail);
      return { message: 'The API key was revoked.' };
    },
  };
});
