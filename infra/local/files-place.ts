import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { INCOMING, isPlace, MOVED_TO } from '#infra/adapters/files/open-files.ts';
import type { ObjectStore } from '#infra/adapters/objects/object-store.ts';
import { isBucket, openObjects } from '#infra/adapters/objects/open-objects.ts';
import { LocalStackProblem } from './problem.ts';

const failure = (message: string, options?: ErrorOptions) => new LocalStackProblem(message, options);
const openPlace = (place: string): Promise<ObjectStore> => openObjects(place, { failure, variable: 'FILES_DIR' });
const folderOf = (dataDir: string): string => path.join(dataDir, 'files');

/**
 * Notes beside the data that the files are in the bucket of FILES_DIR: a later start without it is refused, rather than
 * without files. @throws LocalStackProblem while the files are elsewhere, and where the bucket refuses
 */
export async function noteFilesPlace(dataDir: string, { FILES_DIR = '' }: NodeJS.ProcessEnv): Promise<void> {
  const moved = await movedTo(dataDir);
  const elsewhere = (name: string) =>
    failure(
      `The files of this store are in ${name}. Start it with FILES_DIR set to that address, with the key; or remove ${path.join(folderOf(dataDir), MOVED_TO)}, if they are elsewhere now. Nothing was started.`,
    );
  if (!isBucket(FILES_DIR)) {
    if (moved !== undefined) throw elsewhere(moved);
    return;
  }
  const [bucket, folder] = [await openPlace(FILES_DIR), await openPlace(folderOf(dataDir))];
  const { problem, isRefused } = await bucket.state();
  if (isRefused) throw failure(`FILES_DIR: ${problem} Nothing was started.`);
  if (moved === bucket.name) return;
  if (moved !== undefined) throw elsewhere(moved);
  if ((await folder.list('')).some(({ name }) => isPlace(name))) {
    throw failure(
      `FILES_DIR is ${bucket.name}, and this store has its files in ${folder.name}. Move them: npm run move -- --files ${folder.name}, with the same FILES_DIR. Nothing was started.`,
    );
  }
  await folder.put(MOVED_TO, Buffer.from(bucket.name));
}

const movedTo = (dataDir: string): Promise<string | undefined> =>
  readFile(path.join(folderOf(dataDir), MOVED_TO), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The files that a store has in a bucket, to delete them. @throws LocalStackProblem where FILES_DIR does not name that bucket */
export async function filesInBucket(
  dataDir: string,
  { FILES_DIR = '' }: NodeJS.ProcessEnv,
): Promise<{ readonly name: string; readonly count: number; remove(): Promise<void> } | undefined> {
  const name = await movedTo(dataDir);
  if (name === undefined) return undefined;
  const bucket = isBucket(FILES_DIR) ? await openPlace(FILES_DIR) : undefined;
  if (bucket?.name !== name)
    throw failure(
      `The files of this store are in ${name}. Set FILES_DIR to its address, with the key. Nothing was deleted.`,
    );
  const files = (await bucket.list('')).filter((file) => isPlace(file.name) || file.name.startsWith(`${INCOMING}/`));
  return {
    name,
    count: files.length,
    async remove() {
      for (const file of files) await bucket.remove(file.name);
    },
  };
}
