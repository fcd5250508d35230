import { enough, type FirstYes } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { CustomerCommands } from './commands.ts';
import type { CustomerEvent } from './events.ts';
import { MAX_DISCOUNT_BASIS_POINTS } from './limits.ts';
import { lookUp, type VersionedMap, withValue } from './versioned-map.ts';

/** By product, possibly for all of a catalogue: a copy of it for each event would hold a process for minutes. */
export type Discounts = VersionedMap<{
  /** Basis points by which prices are reduced. */
  readonly inForce: number;
  /** A raise that waits for a second administrator. */
  readonly proposed: FirstYes<Discount> | null;
}>;
type Discount = { readonly basisPoints: number };

const NONE = { inForce: 0, proposed: null } as const;
const ofProduct = (discounts: Discounts, productId: string) => lookUp(discounts, productId) ?? NONE;

/** @throws DomainError invalid_value; invalid_state as {@link enough} */
export function setDiscount(
  { productId, basisPoints, by }: CustomerCommands['SetDiscount'],
  discounts: Discounts,
): CustomerEvent[] {
  requireDiscount(basisPoints);
  const { inForce: now, proposed: first } = ofProduct(discounts, productId);
  if (basisPoints === now) return [];
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
  before: Discounts,
): CustomerEvent[] {
  return discounts.flatMap(({ productId, shown, basisPoints }): CustomerEvent[] => {
    requireDiscount(basisPoints);
    const { inForce: now, proposed } = ofProduct(before, productId);
    if (now !== shown || now === basisPoints || proposed) return [];
    const what = { basisPoints };
    const yes = { by, first: first === null ? null : { by: first, what } };
    const confirmed = basisPoints > now ? enough({ what, figure: BigInt(basisPoints), ...yes, words: wordsOf }) : {};
    return confirmed ? [{ type: 'CustomerDiscountSet', data: { productId, basisPoints, ...confirmed } }] : [];
  });
}

export function rejectDiscount(
  { productId }: CustomerCommands['RejectDiscount'],
  discounts: Discounts,
): CustomerEvent[] {
  const { proposed: first } = ofProduct(discounts, productId);
  return first ? [{ type: 'CustomerDiscountRejected', data: { productId, ...first.what } }] : [];
}

type DiscountEvent = Extract<CustomerEvent, { type: `CustomerDiscount${string}` }>;

export function evolveDiscounts(discounts: Discounts, { type, data }: DiscountEvent): Discounts {
  const { productId, basisPoints } = data;
  const { inForce } = ofProduct(discounts, productId);
  const after =
    type === 'CustomerDiscountProposed'
      ? { inForce, proposed: { by: data.by, what: { basisPoints } } }
      : { inForce: type === 'CustomerDiscountSet' ? basisPoints : inForce, proposed: null };
  return withValue(discounts, productId, after);
}

function requireDiscount(basisPoints: number): void {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > MAX_DISCOUNT_BASIS_POINTS) {
    throw new DomainError('invalid_value', 'A discount lies between 0 and 100 percent.');
  }
}

const wordsOf = ({ basisPoints }: Discount): string => `a discount of ${basisPoints / 100} %`;
