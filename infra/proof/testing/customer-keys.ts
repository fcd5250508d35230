import { randomBytes } from 'node:crypto';
import type { CustomerKeys } from '#infra/adapters/crypto/customer-keys.ts';

/** Keys in memory: for tests of sealed data without a database. */
export function createMemoryKeys(): CustomerKeys {
  const keys = new Map<string, Buffer | null>();
  return {
    find: async (customerId) => keys.get(customerId),
    async forSealing(customerId) {
      const key = keys.get(customerId) ?? randomBytes(32);
      keys.set(customerId, key);
      return key;
    },
    erase: async (customerId) => void keys.set(customerId, null),
  };
}
