import { v5 } from 'uuid';
import { listRevocationsToBook, noteRevocationBooked } from '#bff/identity/api-keys/api-key-store.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { eachAlone } from '#bff/kit/jobs/each-alone.ts';

/** The next run continues. */
const MAX_KEYS_PER_RUN = 500;

const NAMESPACE = '0c2a5e0b-64c1-5b1e-8d0f-5a3f3c1de7b9';

/**
 * Books revocations in the ledger whose request was cut off and not repeated, of one customer or of all. Safe to repeat; returns how many
 * keys it looked at.
 */
export async function bookRevocations(
  deps: Pick<BffDeps, 'database' | 'ledger' | 'logger'>,
  ofCustomerId: string | null = null,
): Promise<number> {
  return eachAlone(
    await listRevocationsToBook(deps.database, MAX_KEYS_PER_RUN, ofCustomerId),
    async ({ customerId, keyId }) => {
      const id = v5(`revoke/${keyId}`, NAMESPACE);
      await deps.ledger.execute(
        { type: 'RevokeApiKey', customerId, keyId },
        { commandId: id, correlationId: id, actor: { kind: 'system', id: 'key-revocation' } },
      );
      await noteRevocationBooked(deps.database, keyId);
    },
    (error, { keyId }) => deps.logger.warn({ err: error, keyId }, 'a revocation could not be booked'),
  );
}
