import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { formatMoney, type Money } from '#core/kernel/money/money.ts';

/**
 * Checks what was booked because rates moved between an order and its payment: the amount equals the postings, it is
 * booked once, and a refund reverses it. Orders that cannot be refunded any more are dropped.
 */
export function createRateTally() {
  const booked = new Map<string, Money>();
  const refunded = new Set<string>();
  const inPart = new Set<string>();
  return {
    /** Notes what an event books; returns what is wrong with it. */
    apply(event: RecordedLedgerEvent): string[] {
      const { streamId } = event;
      if (event.type === 'OrderPartlyFulfilled' && booked.has(streamId)) inPart.add(streamId);
      if (event.type === 'OrderFulfilled') {
        booked.delete(streamId);
        inPart.delete(streamId);
      }
      // The share of a small rest may round to nothing.
      if (event.type === 'OrderRefunded' && booked.has(streamId) && !inPart.has(streamId)) refunded.add(streamId);
      if (event.type !== 'OrderRateDifferenceBooked') return [];
      const { reason, amount, postings } = event.data;
      const problems: string[] = [];
      const ofSales = postings.find(({ account }) => account === `income:sales:${amount.currency}`);
      if (postings.length !== 2 || ofSales?.amount.amount !== amount.amount) {
        problems.push(`${streamId}: its postings are not the difference of rates that it says, ${formatMoney(amount)}`);
      }
      const before = booked.get(streamId);
      const isTakenBack = before !== undefined && isOppositeOf(before.amount, amount.amount, inPart.has(streamId));
      if (reason === 'refund' ? !isTakenBack : before !== undefined) {
        problems.push(`${streamId}: the difference of rates with its ${reason} does not fit the one before`);
      }
      if (reason === 'payment') booked.set(streamId, amount);
      else booked.delete(streamId);
      refunded.delete(streamId);
      return problems;
    },
    /** Orders that were refunded and whose difference was not reversed. */
    kept: (): string[] =>
      [...refunded].map((streamId) => `${streamId}: it was refunded, but its difference of rates was not taken back`),
  };
}

/** The full opposite; after a refund of a part, at most that. */
function isOppositeOf(booked: bigint, taken: bigint, isPart: boolean): boolean {
  const rest = booked + taken;
  return rest === 0n || (isPart && booked > 0n === taken < 0n && (booked > 0n ? rest > 0n : rest < 0n));
}
