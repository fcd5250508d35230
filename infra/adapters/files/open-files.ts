import { type Failure, type ObjectStore, readObject } from '#infra/adapters/objects/object-store.ts';
import { isBucket, openObjects } from '#infra/adapters/objects/open-objects.ts';

/** What is being received; only the process that receives it can open it. */
export const INCOMING = 'incoming';

/** The name of a file by its id, a UUID. */
export const placeOf = (id: string): string => `${id.slice(0, 2)}/${id}`;
const PLACE = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isPlace = (name: string): boolean => PLACE.test(name);

/** In a folder whose files are elsewhere now: where. */
export const MOVED_TO = 'moved-to';

/** The folder or bucket of FILES_DIR. @throws the failure for an address that cannot be read, or from which the files were moved */
export async function openFiles(
  dir: string,
  failure: Failure,
  options: { readonly waitsForDisk?: boolean } = {},
): Promise<ObjectStore> {
  const files = await openObjects(dir, { ...options, failure, variable: 'FILES_DIR', incoming: INCOMING });
  const moved = isBucket(dir) ? undefined : await readObject(files, MOVED_TO);
  if (!moved) return files;
  throw failure(
    `the files of ${files.name} were moved to ${moved}: set FILES_DIR to that, or remove ${MOVED_TO} in the folder to use what is left in it.`,
  );
}
