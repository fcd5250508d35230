import { depositFee } from '#core/aggregates/deposit/fees.ts';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { added, emptyIndex } from '#core/aggregates/wallet/append-only-index.ts';
import type { WalletCommand } from '#core/aggregates/wallet/commands.ts';
import { walletDecider } from '#core/aggregates/wallet/decider.ts';
import type { Applied, OpenWallet, WalletState } from '#core/aggregates/wallet/state.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { type Money, money } from '#core/kernel/money/money.ts';
import { multiplyHalfEven } from '#core/kernel/money/rates.ts';
import { idOf } from '#core/processes/reaction.ts';
import { isUnknownToRates, type OtherRules, reprice, WHAT_IF_ROUNDING } from './rules.ts';

/** An order that is not finished in both worlds. */
type OpenOrder = {
  readonly walletId: string;
  readonly number: string;
  readonly customerId: string;
  readonly currency: Currency;
  readonly expiresAt: string;
  /** The real price; `amount` is the price under the other rules. */
  was: bigint;
  amount: bigint;
  readonly fee: bigint;
  wasPaid: boolean;
  isPaid: boolean;
};

/** What would be different; null means not paid. */
export type Difference = {
  readonly number: string;
  readonly customerId: string;
  readonly currency: Currency;
  readonly was: bigint | null;
  readonly instead: bigint | null;
};
export type ImaginedWallet = Pick<OpenWallet, 'walletId' | 'customerId' | 'currency'> & {
  readonly was: bigint;
  readonly instead: bigint;
};

type Wallet = { state: WalletState; balance: bigint };
type World = {
  readonly rules: OtherRules;
  readonly wallets: Map<string, Wallet>;
  readonly orders: Map<string, OpenOrder>;
  /** Open ones by their ids, with the wallet that holds them. */
  readonly holds: Map<string, { readonly walletId: string; readonly isHeld: boolean }>;
};
type EventOf<Type extends RecordedLedgerEvent['type']> = Extract<RecordedLedgerEvent, { type: Type }>;
const ALONE = { id: 'what-if', aloneUpTo: null };

/**
 * The past under other rules: what happened is sent to the wallets' decider again, as commands. Only wallets and open
 * orders and holds are in memory. It writes nothing.
 */
export function createImagination(rules: OtherRules) {
  const world: World = { rules, wallets: new Map(), orders: new Map(), holds: new Map() };
  let unknownLines = 0;
  return {
    /** Converted lines of older orders, on which another rate cannot be tried. */
    get unknownLines() {
      return unknownLines;
    },
    /** Applies one event; returns the orders that are settled differently. */
    apply(event: RecordedLedgerEvent): Difference[] {
      if (event.type === 'OrderPlaced') {
        unknownLines += event.data.lines.filter((line) => isUnknownToRates(line, rules)).length;
      }
      applyWallet(world, event);
      applyWithdrawal(world, event);
      return applyOrder(world, event);
    },
    /** What is still open at the end, and differs. */
    end: (): Difference[] => [...world.orders].flatMap(([reference, order]) => close(world, reference, order)),
    /** Wallets whose balance would differ. */
    *wallets(): Generator<ImaginedWallet> {
      for (const { state, balance } of world.wallets.values()) {
        if (!state || state.balance === balance) continue;
        const { walletId, customerId, currency } = state;
        yield { walletId, customerId, currency, was: balance, instead: state.balance };
      }
    },
  };
}

/**
 * False when the decider refuses. What the wallet remembers of finished payments is dropped, because each command comes
 * once.
 */
function send(
  { wallets, orders }: World,
  command: WalletCommand,
  applied: OpenWallet['applied'] = emptyIndex(),
): boolean {
  const wallet = wallets.get(command.walletId) ?? { state: null, balance: 0n };
  wallets.set(command.walletId, wallet);
  try {
    const events = walletDecider.decide(command, wallet.state && { ...wallet.state, applied });
    for (const event of events) {
      wallet.state = walletDecider.evolve(wallet.state, event);
      const order = event.type === 'WalletDebited' ? orders.get(event.data.reference) : undefined;
      if (order) order.isPaid = true;
    }
    if (wallet.state) wallet.state = { ...wallet.state, applied: emptyIndex() };
    return true;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return false;
  }
}

function close({ orders }: World, reference: string, order: OpenOrder): Difference[] {
  orders.delete(reference);
  const { number, customerId, currency } = order;
  const was = order.wasPaid ? order.was : null;
  const instead = order.isPaid ? order.amount : null;
  return was === instead ? [] : [{ number, customerId, currency, was, instead }];
}

/** Cancels what waited for funds longer than it may. */
function expire(world: World, walletId: string, time: string): Difference[] {
  return (world.wallets.get(walletId)?.state?.queue ?? []).flatMap(({ reference }) => {
    const order = world.orders.get(reference);
    if (!order || order.expiresAt >= time) return [];
    send(world, { type: 'CancelPayment', walletId, reference });
    return close(world, reference, order);
  });
}

/** The wallet's limit is the real or the imagined one. */
function applyWallet(world: World, event: RecordedLedgerEvent): void {
  const { rules, wallets, orders } = world;
  const walletId = idOf(event.streamId);
  switch (event.type) {
    case 'WalletOpened': {
      const { currency } = event.data;
      const limit = rules.creditLimit?.[currency];
      send(world, { type: 'OpenWallet', ...event.data });
      if (limit) send(world, { type: 'SetCreditLimit', walletId, limit: money(limit, currency), by: ALONE });
      return;
    }
    case 'WalletCreditLimitSet': {
      const { limit } = event.data;
      if (rules.creditLimit?.[limit.currency] !== undefined) return;
      send(world, { type: 'SetCreditLimit', walletId, limit, by: ALONE });
      return;
    }
    case 'WalletCredited':
    case 'WalletDebited':
    case 'WalletHoldCaptured': {
      const wallet = wallets.get(walletId);
      if (!wallet) return;
      const { amount } = event.data.amount;
      wallet.balance += event.type === 'WalletCredited' ? amount : -amount;
      const order = event.type === 'WalletDebited' ? orders.get(event.data.reference) : undefined;
      if (order) order.wasPaid = true;
    }
  }
}

function applyOrder(world: World, event: RecordedLedgerEvent): Difference[] {
  const orderId = idOf(event.streamId);
  const reference = `order:${orderId}`;
  const order = world.orders.get(reference);
  switch (event.type) {
    case 'DepositApproved': {
      const expired = expire(world, event.data.walletId, event.metadata.time);
      credit(world, event);
      return expired;
    }
    case 'OrderPlaced': {
      const expired = expire(world, event.data.walletId, event.metadata.time);
      place(world, event);
      return expired;
    }
    case 'OrderFulfilled':
      return order?.isPaid ? close(world, reference, order) : [];
    case 'OrderRestReleased':
      return order ? release(world, order, orderId, event.data.amount) : [];
    case 'OrderCancelled':
      return order ? cancel(world, order, orderId, event.data.reason === 'expired') : [];
    default:
      return [];
  }
}

function credit(world: World, { data }: EventOf<'DepositApproved'>): void {
  const { depositId, number, walletId, approvedAmount: amount } = data;
  const { depositFee: percent } = world.rules;
  const fee =
    percent === undefined ? data.fee : depositFee(amount, { depositFeePercent: percent, rounding: WHAT_IF_ROUNDING });
  send(world, {
    type: 'CreditDeposit',
    walletId,
    reference: `deposit:${depositId}`,
    amount,
    fee: fee.amount > 0n ? { reference: `deposit-fee:${depositId}`, amount: fee } : null,
    document: { kind: 'deposit', id: depositId, number },
  });
}

function place(world: World, { data }: EventOf<'OrderPlaced'>): void {
  const { orderId, number, customerId, walletId, currency, lines, total, expiresAt } = data;
  const priced = lines.map((line) => reprice(line, world.rules));
  const amount = priced.reduce((sum, line) => sum + line.total, 0n);
  const fee = priced.reduce((sum, line) => sum + line.fee, 0n);
  const reference = `order:${orderId}`;
  const open = { walletId, number, customerId, currency, expiresAt, was: total.amount, amount, fee };
  world.orders.set(reference, { ...open, wasPaid: false, isPaid: false });
  const document = { kind: 'order', id: orderId, number } as const;
  const [due, conversionFee] = [money(amount, currency), money(fee, currency)];
  send(world, { type: 'RequestPayment', walletId, reference, amount: due, conversionFee, document });
}

/** The rest is refunded; of a different price, the same share. */
function release(world: World, order: OpenOrder, orderId: string, { amount }: Money): Difference[] {
  const rest = multiplyHalfEven(order.amount, { numerator: amount, denominator: order.was });
  if (order.isPaid && rest > 0n) refund(world, order, orderId, money(rest, order.currency));
  order.was -= amount;
  order.amount -= rest;
  return close(world, `order:${orderId}`, order);
}

function cancel(world: World, order: OpenOrder, orderId: string, isExpired: boolean): Difference[] {
  const { walletId } = order;
  const reference = `order:${orderId}`;
  if (!order.isPaid) send(world, { type: 'CancelPayment', walletId, reference });
  // If it were paid, it would not have expired; when somebody else cancels it, the money goes back.
  else if (!isExpired) {
    refund(world, order, orderId);
    order.isPaid = false;
  }
  // A payment that was refunded counts as not paid.
  if (!isExpired) order.wasPaid = false;
  return close(world, reference, order);
}

function refund(world: World, order: OpenOrder, orderId: string, undelivered?: Money): void {
  const { walletId, number, currency } = order;
  const reference = `order:${orderId}`;
  const payment: Applied = {
    kind: 'payment',
    amount: money(order.amount, currency),
    conversionFee: money(order.fee, currency),
    document: { kind: 'order', id: orderId, number },
  };
  const applied = added(emptyIndex<Applied>(), reference, payment);
  const part = undelivered ? { undelivered } : {};
  send(world, { type: 'RefundPayment', walletId, reference, refundReference: `refund:${orderId}`, ...part }, applied);
}

function applyWithdrawal(world: World, event: RecordedLedgerEvent): void {
  const holdId = idOf(event.streamId);
  switch (event.type) {
    case 'WithdrawalRequested': {
      const { walletId, amount, number } = event.data;
      const document = { kind: 'withdrawal', id: holdId, number } as const;
      const isHeld = send(world, { type: 'HoldFunds', walletId, holdId, amount, document });
      world.holds.set(holdId, { walletId, isHeld });
      return;
    }
    case 'WithdrawalCompleted':
    case 'WithdrawalRejected':
    case 'WithdrawalFailed': {
      const hold = world.holds.get(holdId);
      const type = event.type === 'WithdrawalCompleted' ? 'CaptureHold' : 'ReleaseHold';
      if (hold?.isHeld) send(world, { type, walletId: hold.walletId, holdId });
      world.holds.delete(holdId);
    }
  }
}
