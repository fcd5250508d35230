import { type DepositStatus, deletionRefusal, proofRefusal } from '#core/aggregates/deposit/transitions.ts';

/** Why no proof can be uploaded now; undefined where one can. */
export const uploadBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  proofRefusal(status) ?? (isUploading ? 'Upload in progress' : undefined);

/** Why a deposit cannot be deleted now; undefined where it can. */
export const deleteBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  deletionRefusal(status) ?? (isUploading ? 'Cannot delete while upload is in progress' : undefined);

/** Why there is no invoice; undefined where there is one. */
export const invoiceBlockedReason = (status: DepositStatus): string | undefined =>
  status === 'rejected' ? 'Rejected deposits have no invoice' : undefined;
