// What may become of a withdrawal: nothing is decided on before the wallet holds the money. It imports nothing.

export type WithdrawalStatus = 'requested' | 'held' | 'failed' | 'completed' | 'rejected';

export const NEXT: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  requested: ['held', 'failed'],
  held: ['completed', 'rejected'],
  failed: [],
  completed: [],
  rejected: [],
};
