import { type DepositStatus, deletionRefusal, proofRefusal } from '#core/aggregates/deposit/transitions.ts';

/** Undefined where a proof can be uploaded. */
export const uploadBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  proofRefusal(status) ?? (isUploading ? 'Upload in progress' : undefined);

/** Undefined where the deposit can be deleted. */
export const deleteBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  deletionRefusal(status) ?? (isUploading ? 'Cannot delete while upload is in progress' : undefined);

/** Undefined where there is an invoice. */
export const invoiceBlockedReason = (status: DepositStatus): string | undefined =>
  status === 'rejected' ? 'Rejected deposits have no invoice' : undefined;
