import { DomainError } from '#core/kernel/errors.ts';
import { isSameData } from './same-data.ts';

/** Who approves, and up to which figure (minor units, basis points) one person is enough; null: always. */
export type Approver = {
  readonly id: string;
  readonly aloneUpTo: bigint | null;
  /** Administrators who may not approve this any more, being disabled or without the role: their yes does not count. */
  readonly lapsed?: readonly string[];
  /** Administrators of the same mailbox, and those whom this one brought in, or was brought in by, a short time ago: they are not two people. */
  readonly tied?: readonly string[];
};

/** The first approval of two: who gave it, and of what. */
export type FirstYes<What extends object> = { readonly by: string; readonly what: What };

type Asked<What extends object> = {
  readonly what: What;
  /** The figure that the approver's own limit is compared with. */
  readonly figure: bigint;
  readonly by: Approver;
  readonly first: FirstYes<What> | null;
  /** It takes two, whatever the figure. */
  readonly takesTwo?: boolean;
  /** Names what was approved first, for the refusal of something else: "an approval of $12.00". */
  words(what: What): string;
};

/** An approval that is enough, with the other administrator's where there are two. */
type Enough = { readonly firstApprovedBy?: string };

/** The first approval, unless who gave it may not approve any more. */
export const firstThatCounts = <First extends { readonly by: string }>(
  first: First | null,
  by: Approver,
): First | null => (first && by.lapsed?.includes(first.by) ? null : first);

/**
 * Whether this approval is enough. Up to the approver's figure one is enough; above it, a second person has to approve
 * exactly the same. Null: it is the first one, and waits. The same person may replace it with an approval of something
 * else.
 * @throws DomainError invalid_state for the same person's second approval, for something else than what waits, and for
 * somebody who is tied to the first person
 */
export function enough<What extends object>(asked: Asked<What>): Enough | null {
  const { what, figure, by, takesTwo = false, words } = asked;
  const first = firstThatCounts(asked.first, by);
  const isSame = first !== null && isSameData(first.what, what);
  if (first && first.by !== by.id) {
    if (isSame && by.tied?.includes(first.by)) {
      throw new DomainError(
        'invalid_state',
        'You and the first administrator brought one another in a short time ago or share a mailbox, so another administrator has to confirm this. Nothing was changed.',
      );
    }
    if (isSame) return { firstApprovedBy: first.by };
    throw new DomainError(
      'invalid_state',
      `Another administrator was first, with ${words(first.what)}. Confirm exactly that, or reject it. Nothing was changed.`,
    );
  }
  if (by.aloneUpTo === null || (!takesTwo && figure <= by.aloneUpTo)) return {};
  if (!isSame) return null;
  throw new DomainError(
    'invalid_state',
    'You have said yes to this already. A second administrator has to confirm it. Nothing was changed.',
  );
}
