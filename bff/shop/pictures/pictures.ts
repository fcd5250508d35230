import { z } from 'zod';
import { IMAGE_RULES } from '#bff/contract/base/upload-rules.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { UploadRules } from '#bff/kit/files/read-multipart.ts';
import { sql } from '#bff/kit/tables/sql.ts';

/** Rules of a form with one picture in the field of that name. */
export const onePicture = (field: string): UploadRules => pictures(1, (name) => name === field);

export const pictures = (maxFiles: number, isFileField: (name: string) => boolean): UploadRules => ({
  ...IMAGE_RULES,
  maxFiles,
  isFileField,
});

/** Removes a picture that nothing shows any more, with its sizes. */
export async function dropPicture(deps: Pick<BffDeps, 'database' | 'files' | 'logger'>, fileId: string): Promise<void> {
  try {
    const variants = await deps.database.any(sql.type(z.object({ fileId: z.uuid().nullable() }))`
      delete from app.image_variant where file_id = ${fileId} returning variant_file_id as "fileId"`);
    const files = [fileId, ...variants.flatMap((variant) => (variant.fileId === null ? [] : [variant.fileId]))];
    await Promise.all(files.map((id) => deps.files.remove(id)));
  } catch (error) {
    // The write itself is done. A file that stays behind only takes space.
    deps.logger.warn({ err: error, fileId }, 'a picture that is not shown any more could not be removed');
  }
}
