import { v5 } from 'uuid';
import { listRevocationsToBook, noteRevocationBooked } from '#bff/api-key/api-key-store.ts';
import type { BffDeps } from '#bff/deps.ts';
import { isDomainError } from '#core/kernel/errors.ts';

/** Keys of one run; the next run goes on. */
const MAX_KEYS_PER_RUN = 500;

const NAMESPACE = '0c2a5e0b-64c1-5b1e-8d0f-5a3f3c1de7b9';

/**
 * Revokes in the ledger what stopped working while its request was cut off, where nobody asked again. Safe to repeat; returns
 * how many it looked at. Of one customer or of all.
 */
export async function bookRevocations(
  deps: Pick<BffDeps, 'database' | 'ledger' | 'logger'>,
  ofCustomerId: string | null = null,
): Promise<number> {
  const revocations = await listRevocationsToBook(deps.database, MAX_KEYS_PER_RUN, ofCustomerId);
  for (const { customerId, keyId } of revocations) {
    const id = v5(`revoke/${keyId}`, NAMESPACE);
    try {
      await deps.ledger.execute(
        { type: 'RevokeApiKey', customerId, keyId },
        { commandId: id, correlationId: id, actor: { kind: 'system', id: 'key-revocation' } },
      );
      await noteRevocationBooked(deps.database, keyId);
    } catch (error) {
      // One that cannot be revoked must not keep the others; an event store that is away ends the run.
      if (!isDomainError(error) || error.code === 'unavailable') throw error;
      deps.logger.warn({ err: error, keyId }, 'a revocation could not be booked');
    }
  }
  return revocations.length;
}
