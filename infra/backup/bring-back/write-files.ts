import { type ObjectStore, readObject } from '#infra/adapters/objects/object-store.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import type { Unseal } from '../store/envelope.ts';
import type { FileEntry } from '../store/file-list.ts';
import { getSealed, sha256 } from '../store/objects.ts';

/** @throws BackupError when the folder or bucket has a file that is not in the list */
export async function requireNoOtherFiles(to: ObjectStore, files: readonly FileEntry[]): Promise<void> {
  const places = new Set(files.map(({ place }) => place));
  const other = (await to.list('')).find(({ name }) => !places.has(name));
  if (!other) return;
  throw new BackupError(
    `${to.name} is not empty: ${other.name} is not in the backup. Nothing was written. Restore into an empty folder or bucket.`,
  );
}

/** Writes the files that are not there yet. @throws BackupError when one is damaged, or another one is in its place */
export async function writeFiles(
  { from, unseal }: { readonly from: Destination; readonly unseal: Unseal },
  to: ObjectStore,
  files: readonly FileEntry[],
  signal: AbortSignal,
): Promise<void> {
  for (const { place, content, sealed } of files) {
    signal.throwIfAborted();
    const there = await readObject(to, place);
    if (there && sha256(there) === content) continue;
    if (there)
      throw new BackupError(
        `${to.name}: ${place} is there with another content. Restore into an empty folder or bucket.`,
      );
    const bytes = await getSealed(from, unseal, sealed);
    if (sha256(bytes) !== content) throw new BackupError(`${sealed.object} is damaged: it is not the file ${place}.`);
    await to.put(place, bytes);
  }
}
