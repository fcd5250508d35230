import { isSameData } from '#core/kernel/commands/same-data.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney, isSame, money } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit, type Posting } from '#core/kernel/money/postings.ts';
import type { OrderCommands } from './commands.ts';
import type { OrderEvent } from './events.ts';
import { restOf, type Worth, worthOfRest } from './parts.ts';
import type { Delivered, Placed, Placement } from './state.ts';
import { mayBecome } from './transitions.ts';

/** Delivers all codes, or, if the customer agreed, those in stock. Throws DomainError: invalid_state, invalid_value, reference_reused. */
export function fulfil({ lines }: OrderCommands['FulfilOrder'], state: Placed): OrderEvent[] {
  const { status, placement, delivered, isDeferred } = state;
  // Also when the rest was released since. Codes are only added: fewer codes are an outdated answer of the stock.
  if (delivered.length > 0 && lines.every((line) => line.quantity <= quantityOf(delivered, line.lineId))) {
    const isSameCount = lines.every((line) => line.quantity === quantityOf(delivered, line.lineId));
    if (!isSameCount || lines.length < delivered.length || isSameData(byLine(delivered), byLine(lines))) return [];
    throw new DomainError('reference_reused', 'This order was fulfilled before, with other codes.');
  }
  const isWhole = isSameData(byLine(placement.lines.map(partOf)), byLine(lines.map(partOf)));
  if (!mayBecome(status, isWhole ? 'fulfilled' : 'partly')) {
    throw new DomainError('invalid_state', `This order is ${status}: only a paid one can be fulfilled.`, { status });
  }
  if (!isWhole) requirePart(lines, state);
  const [before, after] = [heldFor(placement, delivered, isDeferred), heldFor(placement, lines, isDeferred)];
  const postings = postingsOfDelivery(before, after);
  const isAtOnce = isWhole && delivered.length === 0;
  const booked = isDeferred && isAtOnce && postings ? { postings } : {};
  const whole: OrderEvent = { type: 'OrderFulfilled', data: { lines: [...lines], ...booked } };
  if (isAtOnce) return [whole];
  const data = { lines: [...lines], held: after.amount, ...(postings && { postings }) };
  const part: OrderEvent = { type: 'OrderPartlyFulfilled', data };
  return isWhole ? [part, whole] : [part];
}

const partOf = ({ lineId, quantity }: { readonly lineId: string; readonly quantity: number }) => ({ lineId, quantity });

const quantityOf = (lines: Delivered, lineId: string): number =>
  lines.find((line) => line.lineId === lineId)?.quantity ?? 0;

/** Some of what was ordered, and no less than was delivered before. */
function requirePart(lines: Delivered, { placement, delivered }: Placed): void {
  const isPart =
    lines.length > 0 &&
    new Set(lines.map((line) => line.lineId)).size === lines.length &&
    delivered.every((line) => quantityOf(lines, line.lineId) >= line.quantity) &&
    lines.every(({ lineId, quantity }) => {
      const ordered = placement.lines.find((line) => line.lineId === lineId)?.quantity ?? 0;
      return Number.isInteger(quantity) && quantity > 0 && quantity <= ordered;
    });
  if (isPart && placement.mayDeliverInPart) return;
  throw new DomainError('invalid_value', 'The codes do not match the lines of the order.');
}

/** Holds the payment of a paid order that waits for stock, once. */
export function defer({ status, placement, isDeferred }: Placed): OrderEvent[] {
  if (status !== 'paid' || isDeferred) return [];
  const all = worthOfRest(placement.lines, []);
  const postings = postingsOfDelivery(heldFor(placement, [], false), all);
  return postings ? [{ type: 'OrderDeferred', data: { held: all.amount, postings } }] : [];
}

/** The amount held for an order: nothing until a part of it is delivered or it is deferred, then the worth of the rest. */
const heldFor = ({ lines, currency }: Placement, delivered: Delivered, isDeferred: boolean): Worth =>
  delivered.length > 0 || isDeferred
    ? worthOfRest(lines, delivered)
    : { amount: money(0n, currency), conversionFee: money(0n, currency) };

/** The payment was booked as income. The part held of it is a liability until its codes are delivered. */
function postingsOfDelivery(before: Worth, after: Worth): Posting[] | null {
  const { currency } = after.amount;
  const held = money(after.amount.amount - before.amount.amount, currency);
  if (held.amount === 0n) return null;
  const fee = money(after.conversionFee.amount - before.conversionFee.amount, currency);
  return balanced(
    debit(accounts.sales(currency), money(held.amount - fee.amount, currency)),
    debit(accounts.conversionFees(currency), fee),
    credit(accounts.undelivered(currency), held),
  );
}

/** Gives back what was not delivered. Throws DomainError: invalid_state, invalid_value. */
export function releaseRest({ amount }: OrderCommands['ReleaseRest'], state: Placed): OrderEvent[] {
  const { status, placement, delivered, released } = state;
  if (released && isSame(amount, released)) return [];
  if (!mayBecome(status, 'released')) {
    throw new DomainError('invalid_state', 'Nothing of this order can be released: it is not delivered in part.', {
      status,
    });
  }
  const rest = worthOfRest(placement.lines, delivered).amount;
  if (!isSame(amount, rest)) {
    const now = formatMoney(rest);
    throw new DomainError(
      'invalid_value',
      `Codes were delivered meanwhile, the rest is ${now} now. Nothing was released.`,
      {
        field: 'amount',
      },
    );
  }
  const lines = restOf(placement.lines, delivered).map(({ line, quantity }) => ({ lineId: line.lineId, quantity }));
  return [{ type: 'OrderRestReleased', data: { lines, amount: rest } }];
}

const byLine = <Line extends { readonly lineId: string }>(lines: readonly Line[]): readonly Line[] =>
  [...lines].sort((left, right) => (left.lineId < right.lineId ? -1 : 1));
