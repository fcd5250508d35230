import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BackupError, type Destination } from '../store/destination.ts';
import type { Unseal } from '../store/envelope.ts';
import type { FileEntry } from '../store/file-list.ts';
import { getSealed, sha256 } from '../store/objects.ts';

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/** @throws BackupError when the folder has a file that is not in the list */
export async function requireNoOtherFiles(dir: string, files: readonly FileEntry[]): Promise<void> {
  const places = new Set(files.map(({ place }) => place));
  const found = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of found) {
    const place = path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
    if (entry.isFile() && !place.endsWith('.restoring') && !places.has(place)) {
      throw new BackupError(
        `${dir} is not empty: ${place} is not in the backup. Nothing was written. Restore into an empty folder.`,
      );
    }
  }
}

/** Writes the files that are not there yet. @throws BackupError when one is damaged, or another one is in its place */
export async function writeFiles(
  { from, unseal }: { readonly from: Destination; readonly unseal: Unseal },
  dir: string,
  files: readonly FileEntry[],
  signal: AbortSignal,
): Promise<void> {
  for (const { place, content, sealed } of files) {
    signal.throwIfAborted();
    const target = path.join(dir, ...place.split('/'));
    const there = await readFile(target).catch(() => undefined);
    if (there && sha256(there) === content) continue;
    if (there) throw new BackupError(`${target} is there with another content. Restore into an empty folder.`);
    const bytes = await getSealed(from, unseal, sealed);
    if (sha256(bytes) !== content) throw new BackupError(`${sealed.object} is damaged: it is not the file ${place}.`);
    await mkdir(path.dirname(target), { recursive: true, mode: OWN_FOLDER });
    await writeFile(`${target}.restoring`, bytes, { mode: OWN_FILE, flush: true });
    await rename(`${target}.restoring`, target);
  }
}
