import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import { refusalOf } from '#web/ui/files/file-rules.ts';

export type ImageRefusal = { title: 'Invalid file type' | 'File too large'; message: string };

/** Why a picture is refused, with the title of its toast; undefined where it is accepted. */
export function imageRefusal(file: Pick<File, 'name' | 'type' | 'size'>): ImageRefusal | undefined {
  const message = refusalOf(file, IMAGE_RULES);
  if (message === undefined) return undefined;
  return { title: message === IMAGE_RULES.typeMessage ? 'Invalid file type' : 'File too large', message };
}
