import { v5 } from 'uuid';
import type { BffDeps } from '#bff/deps.ts';
import { CURRENCIES, type Currency } from '#core/kernel/money.ts';
import type { CommandContext } from '#core/ledger.ts';

const NAMESPACE = '0d4a7f52-6f0c-5f9e-8a3e-4b1c9d2e7f60';

/** A customer has one wallet a currency, so its id follows from both and opening it twice is the same opening. */
export const walletIdOf = (customerId: string, currency: Currency): string =>
  v5(`wallet/${customerId}/${currency}`, NAMESPACE);

/**
 * Opens the customer's history and both wallets, which stay unusable until the account is approved. Every id follows from
 * the customer's, so repeating it after a crash completes what is missing and changes nothing else.
 * Returns the log position of the last event.
 */
export async function registerInLedger(
  deps: Pick<BffDeps, 'ledger'>,
  customerId: string,
  correlationId: string,
): Promise<bigint> {
  const context = (step: string): CommandContext => ({
    commandId: v5(`register/${customerId}/${step}`, NAMESPACE),
    correlationId,
    actor: { kind: 'customer', id: customerId },
  });
  let { position } = await deps.ledger.execute({ type: 'RegisterCustomer', customerId }, context('customer'));
  for (const currency of CURRENCIES) {
    const walletId = walletIdOf(customerId, currency);
    const opened = await deps.ledger.execute({ type: 'OpenWallet', walletId, customerId, currency }, context(currency));
    if (opened.position > position) position = opened.position;
  }
  return position;
}
