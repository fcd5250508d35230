import { randomUUID } from 'node:crypto';
import type { Currency } from '#core/kernel/money/money.ts';
import { findWallet } from '#projections/models/wallets.ts';
import { createAdministrator } from './administrators.ts';
import { createCustomer, proofOf, send } from './customers.ts';
import type { TestApi, TestDeps } from './test-app.ts';

/** A customer who asks for deposits, and an administrator who decides them. */
export async function depositDesk(test: TestApi & TestDeps<'database' | 'ledger' | 'readModels' | 'notes'>) {
  const admin = await createAdministrator(test);
  const customer = await createCustomer(test);
  return {
    admin,
    customer,

    async requested(minor: bigint, currency: Currency = 'USD', hasProof = true): Promise<string> {
      const depositId = randomUUID();
      await send(test, {
        type: 'RequestDeposit',
        depositId,
        number: `DEP-${depositId.slice(0, 6).toUpperCase()}`,
        customerId: customer.customerId,
        walletId: customer.wallets[currency],
        amount: { amount: minor, currency },
        note: await test.deps.notes.encrypt(customer.customerId, 'From our Łódź office'),
      });
      if (hasProof) await send(test, proofOf(depositId));
      return depositId;
    },

    approve: (id: string, amount: string, headers = {}, as = admin) =>
      as.send(
        'POST',
        `/api/admin/deposits/${id}/approve`,
        { status: 'approved', approved_amount: amount, admin_notes: 'Seen on the account' },
        headers,
      ),

    reject: (id: string, notes: string) =>
      admin.send('POST', `/api/admin/deposits/${id}/reject`, { status: 'rejected', admin_notes: notes }),

    balance: async (currency: Currency = 'USD') =>
      (await findWallet(test.deps.database, customer.wallets[currency]))?.balance ?? 0n,
  };
}
