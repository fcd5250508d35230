import { randomUUID } from 'node:crypto';
import { AGGREGATES } from '#core/aggregates/aggregates.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import type { WalletCommand } from '#core/aggregates/wallet/commands.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { money } from '#core/kernel/money/money.ts';

/** Data and metadata of the size that a deposit stores. */
export const FILLING = { data: { filler: 'x'.repeat(420) }, metadata: { filler: 'x'.repeat(330) } };

/** Wallets by commands alone, in a process that has no other wallets in memory. */
export function createWallets(store: EventStore) {
  const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock: () => new Date(), logger });
  const send = (walletId: string, command: WalletCommand) => {
    const commandId = randomUUID();
    const context = { commandId, correlationId: commandId, actor: { kind: 'system', id: 'bench' } as const };
    return handler.handle(AGGREGATES.wallet, walletId, command, context);
  };
  return {
    settled: () => handler.settled(),
    open: (walletId: string) => send(walletId, { type: 'OpenWallet', walletId, customerId: walletId, currency: 'USD' }),
    deposit(walletId: string, minor = 1_000n) {
      const id = randomUUID();
      const document = { kind: 'deposit', id, number: 'DEP-000001' } as const;
      const amount = money(minor, 'USD');
      return send(walletId, { type: 'CreditDeposit', walletId, reference: `deposit:${id}`, amount, document });
    },
  };
}
