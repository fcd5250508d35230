/** Rules for uploads. The browser checks them for a quick answer; the server checks the content. */
const MEBIBYTE = 1024 * 1024;

export const MAX_CODES_CSV_BYTES = 10 * MEBIBYTE;
export const MAX_STATEMENT_BYTES = 5 * MEBIBYTE;
export const MAX_RATES_BYTES = MEBIBYTE;
export const MAX_CAROUSEL_IMAGES_AT_ONCE = 10;

/** Papers of a company and proofs of payment. */
const PAPER_SIZE = { maxBytes: 15 * MEBIBYTE, sizeMessage: 'File too large. Maximum size is 15MB.' } as const;

/** Papers of a company. Also checked by extension, because some systems send no media type. */
export const DOCUMENT_RULES = {
  mediaTypes: [
    'application/pdf',
    'image/jpeg',
    'image/png',
    'application/msword',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  extensions: ['.pdf', '.jpeg', '.png', '.jpg', '.doc', '.docx'],
  ...PAPER_SIZE,
  typeMessage: 'File type not supported. Supported formats: PDF, JPEG, PNG, JPG, DOC, DOCX.',
} as const;

/** A proof of payment. */
export const PROOF_RULES = {
  mediaTypes: ['application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  extensions: ['.pdf', '.jpg', '.jpeg', '.png', '.gif', '.webp'],
  ...PAPER_SIZE,
  typeMessage: 'File type not supported. Payment proof must be an image or a PDF.',
} as const;

/** Pictures of the catalogue: products, logos, the carousel. */
export const IMAGE_RULES = {
  mediaTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  /** 'smaller than 10MB' */
  maxBytes: 10 * MEBIBYTE - 1,
  typeMessage: 'Please select only image files (JPEG, PNG, GIF, WebP)',
  sizeMessage: 'Please select an image smaller than 10MB',
} as const;

/** The most that one customer may have stored: proofs and company documents, with replaced ones while they are stored. */
export const UPLOAD_QUOTA = {
  filesPerDay: 100,
  bytesPerDay: 500 * MEBIBYTE,
  files: 3_000,
  bytes: 5_000 * MEBIBYTE,
} as const;
