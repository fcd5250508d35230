import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';
import type { Logo } from '#core/aggregates/settings/look.ts';
import { logosEver } from '#core/ledger/settings.ts';

/** In pixels: twice of what a paper has room for. */
const MOST = { width: 960, height: 320 } as const;
/** A form takes minutes. */
const UNUSED = '1 day';

const Row = z.object({ fileId: z.uuid(), width: z.int(), height: z.int() });
const storePictures = appTable('store_picture', Row);

/** A picture that the store's look may have; null where there is none. */
export const findStorePicture = (database: Queryable, fileId: string): Promise<Logo | null> =>
  storePictures.find(database, { fileId });

/**
 * Keeps an uploaded picture as a PNG, which mails and papers can show, too, and removes what was uploaded. It is public from now on. Papers
 * that were issued with it need it, so only one that was never used is removed.
 */
export async function keepStorePicture(
  { database, files }: Pick<BffDeps, 'database' | 'files'>,
  uploadedId: string,
): Promise<Logo> {
  const uploaded = await buffer((await files.open(uploadedId, null)).stream);
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(uploaded)
    .rotate()
    .resize({ ...MOST, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const { id: fileId } = await files.keep(data, { contentType: 'image/png', owner: null });
  const picture = { fileId, width: info.width, height: info.height };
  await storePictures.insert(database, picture);
  await files.remove(uploadedId);
  return picture;
}

/** Removes pictures that were uploaded and never used. Safe to repeat. */
export async function dropUnusedPictures({
  database,
  files,
  settings,
}: Pick<BffDeps, 'database' | 'files' | 'settings'>): Promise<void> {
  const used = logosEver(settings.now()).map(({ fileId }) => fileId);
  const unused = await database.any(sql.type(Row.pick({ fileId: true }))`
    delete from app.store_picture
    where uploaded_at < now() - ${UNUSED}::interval and file_id <> all(${sql.array(used, 'uuid')})
    returning file_id as "fileId"`);
  for (const { fileId } of unused) await files.remove(fileId);
}
