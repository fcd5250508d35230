// The allowed transitions of a withdrawal: it can be decided only when the wallet holds the money. It imports nothing.

/** `proposed`: one administrator has approved the payout, and a second one has to complete it. Its customer sees no difference. */
export type WithdrawalStatus = 'requested' | 'held' | 'proposed' | 'failed' | 'completed' | 'rejected';

export const NEXT: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  requested: ['held', 'failed'],
  held: ['proposed', 'completed', 'rejected'],
  proposed: ['completed', 'rejected'],
  failed: [],
  completed: [],
  rejected: [],
};
