import {
  IMAGE_MEDIA_TYPES,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  MAX_IMAGE_BYTES,
} from '#bff/contract/upload-rules.ts';
import { type FileRules, refusalOf } from '#web/ui/file-rules.ts';

/** Pictures of the catalogue: products, logos, the carousel. */
export const IMAGE_RULES: FileRules = {
  mediaTypes: IMAGE_MEDIA_TYPES,
  maxBytes: MAX_IMAGE_BYTES,
  typeMessage: IMAGE_TYPE_MESSAGE,
  sizeMessage: IMAGE_SIZE_MESSAGE,
};

export const IMAGE_HINT = 'JPEG, PNG, GIF or WebP, under 10 MB.';

export type ImageRefusal = { title: 'Invalid file type' | 'File too large'; message: string };

/** Why a picture is not taken, titled as its toast is; undefined when it is fine. */
export function imageRefusal(file: Pick<File, 'name' | 'type' | 'size'>): ImageRefusal | undefined {
  const message = refusalOf(file, IMAGE_RULES);
  if (message === undefined) return undefined;
  return { title: message === IMAGE_TYPE_MESSAGE ? 'Invalid file type' : 'File too large', message };
}
