import { DomainError } from './errors.ts';
import { isSameData } from './same-data.ts';

/** Who approves, and up to which figure (minor units, basis points) one person is enough; null: always. */
export type Approver = { readonly id: string; readonly aloneUpTo: bigint | null };

/** The first approval of two: who gave it, and of what. */
export type FirstYes<What extends object> = { readonly by: string; readonly what: What };

type Asked<What extends object> = {
  readonly what: What;
  /** The figure that the approver's own limit is compared with. */
  readonly figure: bigint;
  readonly by: Approver;
  readonly first: FirstYes<What> | null;
  /** Names what was approved first, for the refusal of something else: "an approval of $12.00". */
  words(what: What): string;
};

/**
 * Whether this approval is enough. Up to the approver's figure one is enough; above it, a second person has to approve
 * exactly the same. False: it is the first one, and waits. The same person may replace it with an approval of something
 * else.
 * @throws DomainError invalid_state for the same person's second approval, and for something else than what waits
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
