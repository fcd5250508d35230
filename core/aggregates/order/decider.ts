import { assertNever, createDocumentDecider } from '#core/kernel/commands/decider.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { BASE_CURRENCY } from '#core/kernel/money/currencies.ts';
import { isSame, type Money, money, requirePositive, requireSameCurrency, sum } from '#core/kernel/money/money.ts';
import type { OrderCommands } from './commands.ts';
import { defer, fulfil, releaseRest } from './delivery.ts';
import type { OrderEvent, OrderLine } from './events.ts';
import { MAX_LINES, MAX_QUANTITY, MIN_QUANTITY } from './limits.ts';
import { rateDifference, reversed } from './rate-difference.ts';
import type { OrderState, Placed } from './state.ts';
import { mayBecome } from './transitions.ts';

/**
 * An order is placed, paid, then fulfilled. Until then it can be cancelled; a paid one is refunded. If its customer
 * agreed, it is delivered in parts: after the first part it cannot be cancelled, but the rest can be released, and is
 * refunded.
 */
export const orderDecider = createDocumentDecider<Placed, OrderCommands, OrderEvent, 'PlaceOrder'>({
  first: { PlaceOrder: placeOrder },
  missing: 'There is no such order.',
  later: {
    MarkOrderPaid: markPaid,
    FulfilOrder: fulfil,
    DeferOrder: (_, state) => defer(state),
    CancelOrder({ reason, note }, state) {
      const { status } = state;
      if (status === 'cancelled') return cancelledAgain(note, state);
      if (mayBecome(status, 'cancelled')) return [cancelled(reason, state, note)];
      throw new DomainError('invalid_state', 'Codes of this order were delivered: it cannot be cancelled.', { status });
    },
    ReleaseRest: releaseRest,
    ExpireOrder({ now }, state) {
      if (state.status !== 'placed' || Date.parse(now) < Date.parse(state.placement.expiresAt)) return [];
      return [cancelled('expired', state, null)];
    },
    MarkOrderRefunded: markRefunded,
    RevealCodes: revealCodes,
  },
  evolve(state, event) {
    if (event.type === 'OrderPlaced') {
      return {
        status: 'placed',
        placement: event.data,
        paymentReference: null,
        refundReference: null,
        delivered: [],
        released: null,
        isDeferred: false,
        rateDifference: null,
      };
    }
    if (!state) return state;
    switch (event.type) {
      case 'OrderPaid':
        return { ...state, status: 'paid', paymentReference: event.data.paymentReference };
      case 'OrderDeferred':
        return { ...state, isDeferred: true };
      case 'OrderFulfilled':
        return { ...state, status: 'fulfilled', delivered: event.data.lines };
      case 'OrderPartlyFulfilled':
        return { ...state, status: 'partly', delivered: event.data.lines };
      case 'OrderRestReleased':
        return { ...state, status: 'released', released: event.data.amount };
      case 'OrderCancelled':
        return { ...state, status: 'cancelled', cancelNote: event.data.note };
      case 'OrderRefunded':
        return { ...state, refundReference: event.data.refundReference };
      case 'OrderRateDifferenceBooked':
        return { ...state, rateDifference: event.data };
      case 'OrderCodesRevealed':
        return state;
      default:
        return assertNever(event);
    }
  },
});

function placeOrder(command: OrderCommands['PlaceOrder'], state: OrderState): OrderEvent[] {
  const { orderId, number, customerId, walletId, currency, lines, rates, placedAt, expiresAt, mayDeliverInPart } =
    command;
  if (state) {
    // A repetition is compared by what is bought, not by its times: those of the first attempt count.
    const { placement } = state;
    const isRepeated = isSameData(
      { number, customerId, walletId, currency, lines, mayDeliverInPart: mayDeliverInPart === true },
      {
        number: placement.number,
        customerId: placement.customerId,
        walletId: placement.walletId,
        currency: placement.currency,
        lines: placement.lines,
        mayDeliverInPart: placement.mayDeliverInPart === true,
      },
    );
    if (isRepeated) return [];
    throw new DomainError('already_exists', 'This order exists already with other data.');
  }
  if (lines.length < 1 || lines.length > MAX_LINES) {
    throw new DomainError('invalid_value', `An order has 1 to ${MAX_LINES} lines.`);
  }
  if (new Set(lines.map((line) => line.lineId)).size !== lines.length) {
    throw new DomainError('invalid_value', 'Two lines of the order have the same id.');
  }
  if (!(Date.parse(expiresAt) > Date.parse(placedAt))) {
    throw new DomainError('invalid_value', 'An order must expire after it was placed.');
  }
  for (const line of lines) requireSoundLine(line, money(0n, currency));
  requireRates(command);
  const total = sum(
    lines.map((line) => line.total),
    currency,
  );
  requirePositive(total, 'The total');
  return [
    {
      type: 'OrderPlaced',
      data: {
        orderId,
        number,
        customerId,
        walletId,
        currency,
        lines: [...lines],
        subtotal: money(
          lines.reduce((all, line) => all + grossOf(line), 0n),
          currency,
        ),
        discount: sum(
          lines.map((line) => line.discount),
          currency,
        ),
        conversionFees: sum(
          lines.map((line) => line.conversionFee),
          currency,
        ),
        total,
        ...(rates && { rates: [...rates] }),
        placedAt,
        expiresAt,
        ...(mayDeliverInPart && { mayDeliverInPart }),
      },
    },
  ];
}

const grossOf = (line: OrderLine): bigint => BigInt(line.quantity) * line.unitPrice.amount;

function requireSoundLine(line: OrderLine, zeroInCurrency: Money): void {
  if (!Number.isInteger(line.quantity) || line.quantity < MIN_QUANTITY || line.quantity > MAX_QUANTITY) {
    throw new DomainError('invalid_value', `A quantity lies between ${MIN_QUANTITY} and ${MAX_QUANTITY}.`);
  }
  requirePositive(line.unitPrice, 'The price');
  for (const amount of [line.unitPrice, line.discount, line.conversionFee, line.total]) {
    requireSameCurrency(amount, zeroInCurrency);
  }
  const gross = grossOf(line);
  if (line.discount.amount < 0n || line.discount.amount > gross) {
    throw new DomainError('invalid_value', 'The discount of a line must lie between zero and its price.');
  }
  if (line.conversionFee.amount < 0n) throw new DomainError('invalid_value', 'A conversion fee cannot be negative.');
  if (line.total.amount !== gross - line.discount.amount + line.conversionFee.amount) {
    throw new DomainError('invalid_value', 'The total of a line does not match its price, discount and fee.');
  }
}

/** When the rates are known, every converted line must have one, so that it can be recalculated. */
function requireRates({ currency, lines, rates }: OrderCommands['PlaceOrder']): void {
  if (!rates) return;
  const converted = lines.flatMap(({ listPrice }) => (listPrice ? [listPrice.currency] : []));
  const needed = converted.length === 0 ? [] : [currency, ...converted].filter((code) => code !== BASE_CURRENCY);
  if (needed.every((code) => rates.some((rate) => rate.currency === code))) return;
  throw new DomainError('invalid_value', 'The rates of a converted line are missing.');
}

function markPaid(
  { paymentReference, amount, rates = {} }: OrderCommands['MarkOrderPaid'],
  state: Placed,
): OrderEvent[] {
  if (state.paymentReference !== null) {
    // Also for an order that was paid and then cancelled: its refund is in progress already.
    if (state.paymentReference === paymentReference) return [];
    throw reused(paymentReference);
  }
  if (!mayBecome(state.status, 'paid')) {
    throw new DomainError('invalid_state', 'This order was cancelled before it was paid.', { status: state.status });
  }
  requireAmount(amount, state.placement.total);
  const difference = rateDifference(state.placement, rates);
  return [{ type: 'OrderPaid', data: { paymentReference, amount } }, ...(difference ? [difference] : [])];
}

function markRefunded({ refundReference, amount }: OrderCommands['MarkOrderRefunded'], state: Placed): OrderEvent[] {
  if (state.refundReference !== null) {
    if (state.refundReference === refundReference) return [];
    throw reused(refundReference);
  }
  if (state.status !== 'cancelled' && !state.released) {
    throw new DomainError('invalid_state', 'Only a cancelled order, or a released rest, is refunded.', {
      status: state.status,
    });
  }
  requireAmount(amount, state.released ?? state.placement.total);
  const difference = state.rateDifference && reversed(state.placement, state.rateDifference, amount);
  return [{ type: 'OrderRefunded', data: { refundReference, amount } }, ...(difference ? [difference] : [])];
}

function revealCodes({ codes, codesRoot, from }: OrderCommands['RevealCodes'], state: Placed): OrderEvent[] {
  const { status, delivered } = state;
  if (delivered.length === 0) {
    throw new DomainError('invalid_state', 'The codes of this order are not there yet.', { status });
  }
  const most = delivered.reduce((all, line) => all + line.quantity, 0);
  if (!Number.isInteger(codes) || codes < 1 || codes > most) {
    throw new DomainError('invalid_value', `Between 1 and ${most} codes of this order can be shown.`);
  }
  const evidence = { ...(codesRoot === undefined ? {} : { codesRoot }), ...(from === undefined ? {} : { from }) };
  return [{ type: 'OrderCodesRevealed', data: { codes, ...evidence } }];
}

/** A repetition changes nothing; a note that would be lost is refused. */
function cancelledAgain(note: OrderCommands['CancelOrder']['note'], { status, cancelNote }: Placed): OrderEvent[] {
  if (note === null || isSameData(note, cancelNote)) return [];
  throw new DomainError('invalid_state', 'This order is cancelled already, with other notes. Nothing was changed.', {
    status,
  });
}

function cancelled(
  reason: 'expired' | 'customer' | 'administrator',
  state: Placed,
  note: OrderCommands['CancelOrder']['note'],
): OrderEvent {
  const held = state.isDeferred ? { held: state.placement.total } : {};
  return { type: 'OrderCancelled', data: { reason, wasPaid: state.status === 'paid', note, ...held } };
}

function requireAmount(amount: Money, expected: Money): void {
  if (isSame(amount, expected)) return;
  throw new DomainError('invalid_value', 'The amount is not that of the order.');
}

const reused = (reference: string) =>
  new DomainError('reference_reused', 'This order is tied to another reference already. Nothing was changed.', {
    reference,
  });
