import { MAX_PROOF_BYTES, PROOF_MEDIA_TYPES, PROOF_TYPE_MESSAGE } from '#bff/contract/upload-rules.ts';
import type { FileRules } from '#web/ui/file-rules.ts';

/** What a proof of payment may be. */
export const PROOF_RULES: FileRules = {
  mediaTypes: PROOF_MEDIA_TYPES,
  extensions: ['.pdf', '.jpg', '.jpeg', '.png', '.gif', '.webp'],
  maxBytes: MAX_PROOF_BYTES,
  typeMessage: PROOF_TYPE_MESSAGE,
  sizeMessage: 'File too large. Maximum size is 15MB.',
};

/** Statuses by all the words that a deposit may carry. */
const APPROVED = new Set(['approved', 'completed']);
const REJECTED = new Set(['rejected', 'failed']);

/** Why no proof can be uploaded now; undefined when it can. */
export function uploadBlockedReason(status: string, isUploading: boolean): string | undefined {
  if (REJECTED.has(status)) return 'Cannot upload proof for rejected deposits';
  if (APPROVED.has(status)) return 'Cannot upload proof for approved deposits';
  return isUploading ? 'Upload in progress' : undefined;
}

/** Why a deposit cannot be deleted now; undefined when it can. */
export function deleteBlockedReason(status: string, isUploading: boolean): string | undefined {
  if (REJECTED.has(status)) return 'Rejected deposits cannot be deleted';
  if (status !== 'pending') return 'Only pending deposits can be deleted';
  return isUploading ? 'Cannot delete while upload is in progress' : undefined;
}

/** Why there is no invoice; undefined when there is. */
export const invoiceBlockedReason = (status: string): string | undefined =>
  REJECTED.has(status) ? 'Rejected deposits have no invoice' : undefined;
