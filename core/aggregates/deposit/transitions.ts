// The allowed transitions of a deposit, with the refusals as people read them. The decider, the BFF and the screens
// read this. It imports nothing.

/** `proposed`: one administrator has approved it, and a second one has to confirm. For its customer it is the same as `pending`. */
export type DepositStatus = 'pending' | 'proposed' | 'approved' | 'rejected' | 'deleted';

export const NEXT: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  pending: ['proposed', 'approved', 'rejected', 'deleted'],
  proposed: ['pending', 'proposed', 'approved', 'rejected', 'deleted'],
  approved: [],
  rejected: [],
  deleted: [],
};

/** Why its proof cannot be uploaded or replaced; undefined if it can. */
export const proofRefusal = (status: DepositStatus): string | undefined =>
  status === 'pending' || status === 'proposed' ? undefined : `Cannot upload proof for ${status} deposits`;

/** Why its customer cannot delete it; undefined if they can. */
export function deletionRefusal(status: DepositStatus): string | undefined {
  // The screens know words of deposits (`completed`, `failed`) that no decider does.
  if (Object.hasOwn(NEXT, status) && NEXT[status].includes('deleted')) return undefined;
  return status === 'rejected' ? 'Rejected deposits cannot be deleted' : 'Only pending deposits can be deleted';
}
