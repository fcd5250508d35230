import type { Queryable } from '#bff/kit/tables/sql.ts';
import { type Currency, formatMoney } from '#core/kernel/money/money.ts';
import { correctionsWaiting, type Receivable, receivablesOf } from '#projections/models/corrections.ts';
import { listOwnDeposits } from '#projections/models/deposits.ts';
import { listOwnOrders, listUnrefunded } from '#projections/models/orders.ts';
import { listWallets, type WalletView } from '#projections/models/wallets.ts';
import { listOwnWithdrawals } from '#projections/models/withdrawals.ts';

/** Limit for each kind; the screen links to the whole list. */
const MAX_NAMED = 5;

/** The obstacles to an erasure, one sentence each: money that would be lost, and processes that are not finished. */
export async function obstaclesOf(database: Queryable, customerId: string): Promise<string[]> {
  const page = { perPage: MAX_NAMED };
  const [wallets, deposits, unpaid, unfulfilled, partly, unreturned, withdrawals, corrected, receivables] =
    await Promise.all([
      listWallets(database, customerId),
      listOwnDeposits(database, customerId, { ...page, status: 'pending' }),
      listOwnOrders(database, customerId, { ...page, paymentStatus: 'pending' }),
      listOwnOrders(database, customerId, { ...page, paymentStatus: 'completed', fulfilmentStatus: 'pending' }),
      listOwnOrders(database, customerId, { ...page, fulfilmentStatus: 'processing' }),
      listUnrefunded(database, customerId, MAX_NAMED),
      listOwnWithdrawals(database, customerId, { ...page, status: 'pending' }),
      correctionsWaiting(database, customerId, MAX_NAMED),
      receivablesOf(database, customerId),
    ]);
  return [
    ...wallets.flatMap(walletObstacles),
    ...named(deposits, (numbers) => `Not decided yet: ${numbers}. Delete the deposit, or wait until it is decided.`),
    ...named(unpaid, (numbers) => `Not paid yet: ${numbers}. Cancel the order, or wait until it has expired.`),
    ...named(unfulfilled, (numbers) => `Paid, and waiting for its codes: ${numbers}.`),
    ...named(partly, (numbers) => `Delivered in part: ${numbers}. Release the rest, or wait for it.`),
    ...named(
      { items: unreturned, total: unreturned.length },
      (numbers) => `Its payment is on its way back: ${numbers}.`,
    ),
    ...named(withdrawals, (numbers) => `Not paid out yet: ${numbers}.`),
    // The wallet would be credited or debited when nobody has it any more. The customer is not told which of both.
    ...named({ items: corrected, total: corrected.length }, (numbers) => `Not settled with the bank yet: ${numbers}.`),
    ...[...Map.groupBy(receivables, ({ currency }) => currency)].flatMap(owedObstacle),
  ];
}

function walletObstacles({ balance, held, currency }: WalletView): string[] {
  const money = (amount: bigint) => formatMoney({ amount, currency });
  return [
    ...(balance > held ? [`The ${currency} wallet holds ${money(balance - held)}. Withdraw or spend it first.`] : []),
    ...(held > 0n ? [`${money(held)} of the ${currency} wallet are held for a withdrawal.`] : []),
    ...(balance < 0n ? [`${money(-balance)} of credit are used in the ${currency} wallet. Pay them back first.`] : []),
  ];
}

function owedObstacle([currency, receivables]: readonly [Currency, readonly Receivable[]]): string[] {
  const owed = formatMoney({ amount: receivables.reduce((sum, { owed }) => sum + owed, 0n), currency });
  const some = { items: receivables.slice(0, MAX_NAMED), total: receivables.length };
  return named(some, (numbers) => `${owed} are owed for ${numbers}, which the bank took back. Pay them first.`);
}

function named(
  { items, total }: { readonly items: readonly { readonly number: string }[]; readonly total: number },
  say: (numbers: string) => string,
): string[] {
  if (total === 0) return [];
  const more = total - items.length;
  return [say([...items.map(({ number }) => number), ...(more > 0 ? [`${more} more`] : [])].join(', '))];
}
