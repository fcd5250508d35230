import { MAX_PROOF_BYTES, PROOF_MEDIA_TYPES, PROOF_TYPE_MESSAGE } from '#bff/contract/upload-rules.ts';
import { type DepositStatus, deletionRefusal, proofRefusal } from '#core/deposit/transitions.ts';
import type { FileRules } from '#web/ui/file-rules.ts';

/** What a proof of payment may be. */
export const PROOF_RULES: FileRules = {
  mediaTypes: PROOF_MEDIA_TYPES,
  extensions: ['.pdf', '.jpg', '.jpeg', '.png', '.gif', '.webp'],
  maxBytes: MAX_PROOF_BYTES,
  typeMessage: PROOF_TYPE_MESSAGE,
  sizeMessage: 'File too large. Maximum size is 15MB.',
};

/** Why no proof can be uploaded now; undefined when it can. */
export const uploadBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  proofRefusal(status) ?? (isUploading ? 'Upload in progress' : undefined);

/** Why a deposit cannot be deleted now; undefined when it can. */
export const deleteBlockedReason = (status: DepositStatus, isUploading: boolean): string | undefined =>
  deletionRefusal(status) ?? (isUploading ? 'Cannot delete while upload is in progress' : undefined);

/** Why there is no invoice; undefined when there is. */
export const invoiceBlockedReason = (status: DepositStatus): string | undefined =>
  status === 'rejected' ? 'Rejected deposits have no invoice' : undefined;
