import { enough, type FirstYes } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { CustomerCommands } from './commands.ts';
import type { CustomerEvent } from './events.ts';
import { MAX_DISCOUNT_BASIS_POINTS } from './limits.ts';

/** By product. */
export type Discounts = {
  /** Basis points by which prices are reduced. */
  readonly inForce: Readonly<Record<string, number>>;
  /** Raises that wait for a second administrator. */
  readonly proposed: Readonly<Record<string, FirstYes<Discount> | undefined>>;
};
type Discount = { readonly basisPoints: number };

export const NO_DISCOUNTS: Discounts = { inForce: {}, proposed: {} };

/** @throws DomainError invalid_value; invalid_state as {@link enough} */
export function setDiscount(
  { productId, basisPoints, by }: CustomerCommands['SetDiscount'],
  { inForce, proposed }: Discounts,
): CustomerEvent[] {
  requireDiscount(basisPoints);
  const now = inForce[productId] ?? 0;
  if (basisPoints === now) return [];
  const first = proposed[productId] ?? null;
  // A lower discount needs no second person, whatever waits.
  const isRaise = basisPoints > now;
  const figure = BigInt(basisPoints);
  const confirmed = isRaise ? enough({ what: { basisPoints }, figure, by, first, words: wordsOf }) : {};
  if (!confirmed) return [{ type: 'CustomerDiscountProposed', data: { productId, basisPoints, by: by.id } }];
  return [{ type: 'CustomerDiscountSet', data: { productId, basisPoints, ...confirmed } }];
}

/** @throws DomainError invalid_value; invalid_state as {@link enough} */
export function setDiscounts(
  { discounts, by, first }: CustomerCommands['SetDiscounts'],
  { inForce, proposed }: Discounts,
): CustomerEvent[] {
  return discounts.flatMap(({ productId, shown, basisPoints }): CustomerEvent[] => {
    requireDiscount(basisPoints);
    const now = inForce[productId] ?? 0;
    if (now !== shown || now === basisPoints || proposed[productId]) return [];
    const what = { basisPoints };
    const yes = { by, first: first === null ? null : { by: first, what } };
    const confirmed = basisPoints > now ? enough({ what, figure: BigInt(basisPoints), ...yes, words: wordsOf }) : {};
    return confirmed ? [{ type: 'CustomerDiscountSet', data: { productId, basisPoints, ...confirmed } }] : [];
  });
}

export function rejectDiscount(
  { productId }: CustomerCommands['RejectDiscount'],
  { proposed }: Discounts,
): CustomerEvent[] {
  const first = proposed[productId];
  return first ? [{ type: 'CustomerDiscountRejected', data: { productId, ...first.what } }] : [];
}

type DiscountEvent = Extract<CustomerEvent, { type: `CustomerDiscount${string}` }>;

export function evolveDiscounts({ inForce, proposed }: Discounts, { type, data }: DiscountEvent): Discounts {
  const { productId, basisPoints } = data;
  if (type === 'CustomerDiscountProposed') {
    return { inForce, proposed: { ...proposed, [productId]: { by: data.by, what: { basisPoints } } } };
  }
  return {
    inForce: type === 'CustomerDiscountSet' ? { ...inForce, [productId]: basisPoints } : inForce,
    proposed: { ...proposed, [productId]: undefined },
  };
}

function requireDiscount(basisPoints: number): void {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > MAX_DISCOUNT_BASIS_POINTS) {
    throw new DomainError('invalid_value', 'A discount lies between 0 and 100 percent.');
  }
}

const wordsOf = ({ basisPoints }: Discount): string => `a discount of ${basisPoints / 100} %`;
