import { DomainError } from './errors.ts';
import { isSameData } from './same-data.ts';

/** Who says yes, and up to which figure (minor units, basis points) that one person is enough; null: always. */
export type Approver = { readonly id: string; readonly aloneUpTo: bigint | null };

/** The first yes of two: whose, and to what. */
export type FirstYes<What extends object> = { readonly by: string; readonly what: What };

type Asked<What extends object> = {
  readonly what: What;
  /** What the approver's own limit is held against. */
  readonly figure: bigint;
  readonly by: Approver;
  readonly first: FirstYes<What> | null;
  /** For the refusal of another thing than the one that was said yes to first: "an approval of $12.00". */
  words(what: What): string;
};

/**
 * Whether a yes is enough: alone up to the approver's figure; above it as the second person's, to exactly what the first said
 * yes to. False: it is the first, and waits. The one who said it may still say yes to something else in its place.
 * @throws DomainError invalid_state for the same person's second yes, and for another thing than the one that waits
 */
export function isEnough<What extends object>({ what, figure, by, first, words }: Asked<What>): boolean {
  const isSame = first !== null && isSameData(first.what, what);
  if (first && first.by !== by.id) {
    if (isSame) return true;
    throw new DomainError(
      'invalid_state',
      `Another administrator was first, with ${words(first.what)}. Confirm exactly that, or reject it. Nothing was changed.`,
    );
  }
  if (by.aloneUpTo === null || figure <= by.aloneUpTo) return true;
  if (!isSame) return false;
  throw new DomainError(
    'invalid_state',
    'You have said yes to this already. A second administrator has to confirm it. Nothing was changed.',
  );
}
