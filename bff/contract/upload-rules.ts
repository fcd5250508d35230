/** What may be uploaded where. The browser checks these early for a quick answer; the server judges by content. */
const MEBIBYTE = 1024 * 1024;

export const MAX_DOCUMENT_BYTES = 15 * MEBIBYTE;
export const MAX_PROOF_BYTES = 15 * MEBIBYTE;
/** 'smaller than 10MB' */
export const MAX_IMAGE_BYTES = 10 * MEBIBYTE - 1;
export const MAX_CODES_CSV_BYTES = 10 * MEBIBYTE;
/** One file of the bank. */
export const MAX_STATEMENT_BYTES = 5 * MEBIBYTE;
/** Exchange rates of some months. */
export const MAX_RATES_BYTES = MEBIBYTE;
export const MAX_CAROUSEL_IMAGES_AT_ONCE = 10;

export const DOCUMENT_MEDIA_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;
export const DOCUMENT_EXTENSIONS = ['.pdf', '.jpeg', '.png', '.jpg', '.doc', '.docx'] as const;
export const PROOF_MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export const IMAGE_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export const DOCUMENT_TYPE_MESSAGE = 'File type not supported. Supported formats: PDF, JPEG, PNG, JPG, DOC, DOCX.';
export const DOCUMENT_SIZE_MESSAGE = 'File too large. Maximum size is 15MB.';
export const PROOF_TYPE_MESSAGE = 'File type not supported. Payment proof must be an image or a PDF.';
export const IMAGE_TYPE_MESSAGE = 'Please select only image files (JPEG, PNG, GIF, WebP)';
export const IMAGE_SIZE_MESSAGE = 'Please select an image smaller than 10MB';

/** What one customer may have sent: proofs and company documents, replaced ones among them while they are kept. */
export const UPLOAD_QUOTA = {
  filesPerDay: 100,
  bytesPerDay: 500 * MEBIBYTE,
  files: 3_000,
  bytes: 5_000 * MEBIBYTE,
} as const;
