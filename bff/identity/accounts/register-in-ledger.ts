import { v5 } from 'uuid';
import type { BffDeps } from '#bff/kit/deps.ts';

/**
 * Opens the customer's history, and with it their wallets. The command's id is derived from the customer's, so repeating it after a crash
 * changes nothing. Returns the log position of the last event.
 */
export async function registerInLedger(
  deps: Pick<BffDeps, 'ledger'>,
  customerId: string,
  correlationId: string,
): Promise<bigint> {
  const { position } = await deps.ledger.execute(
    { type: 'RegisterCustomer', customerId },
    { commandId: v5('register', customerId), correlationId, actor: { kind: 'customer', id: customerId } },
  );
  return position;
}
