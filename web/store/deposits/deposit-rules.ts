import { type DepositStatus, deletionRefusal, proofRefusal } from '#core/deposit/transitions.ts';

/** Why no proof can be uploaded now; undefined when it can. */
export const uploadBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  proofRefusal(status) ?? (isUploading ? 'Upload in progress' : undefined);

/** Why a deposit cannot be deleted now; undefined when it can. */
export const deleteBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  deletionRefusal(status) ?? (isUploading ? 'Cannot delete while upload is in progress' : undefined);

/** Why there is no invoice; undefined when there is. */
export const invoiceBlockedReason = (status: DepositStatus): string | undefined =>
  status === 'rejected' ? 'Rejected deposits have no invoice' : undefined;
