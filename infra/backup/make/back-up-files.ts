import { zstdCompressSync } from 'node:zlib';
import { isPlace } from '#infra/adapters/files/open-files.ts';
import { type ObjectStore, readObject } from '#infra/adapters/objects/object-store.ts';
import type { Destination } from '../store/destination.ts';
import type { Seal } from '../store/envelope.ts';
import { type FileEntry, nameOfFile, readFileList, textOfList } from '../store/file-list.ts';
import type { BackupSet } from '../store/manifest.ts';
import { keepObject, sha256 } from '../store/objects.ts';

export type FilesBackup = {
  readonly from: ObjectStore;
  readonly to: Destination;
  readonly seal: Seal;
  readonly signal: AbortSignal;
  readonly onFiles?: ((files: number) => void) | undefined;
};

/** Files of the last set; none for the first. */
export async function filesOf(from: Destination, set: BackupSet | undefined): Promise<Map<string, FileEntry>> {
  const list = set?.files.list ? await readFileList(from, set.files.list) : [];
  return new Map(list.map((entry) => [entry.place, entry]));
}

/**
 * Backs up the files that are new, or whose size or time of change is another than in `known`. Each lies there once,
 * under the hash of its content. Returns all files that there are now.
 */
export async function backUpFiles(
  { from, to, seal, signal, onFiles }: FilesBackup,
  known: ReadonlyMap<string, FileEntry>,
): Promise<Map<string, FileEntry>> {
  const files = new Map<string, FileEntry>();
  for (const { name: place, bytes, modifiedMs: mtimeMs } of await from.list('')) {
    // What is still being received is no file yet.
    if (!isPlace(place)) continue;
    signal.throwIfAborted();
    const before = known.get(place);
    const isKnown = before?.bytes === bytes && before.mtimeMs === mtimeMs;
    const entry = isKnown ? before : await backUpFile({ from, to, seal }, place, mtimeMs);
    if (entry) files.set(place, entry);
    onFiles?.(files.size);
  }
  return files;
}

/** Undefined where it was removed meanwhile. */
async function backUpFile(
  { from, to, seal }: Pick<FilesBackup, 'from' | 'to' | 'seal'>,
  place: string,
  mtimeMs: number,
): Promise<FileEntry | undefined> {
  const content = await readObject(from, place);
  if (!content) return undefined;
  const hash = sha256(content);
  // An interrupted backup may have written it already, or it has the content of another file.
  const sealed = await keepObject(to, nameOfFile(hash), () => seal(content));
  return { place, bytes: content.length, mtimeMs, content: hash, sealed };
}

/** Writes the list of a set's files; an equal one is there already. */
export async function putFileList(to: Destination, files: ReadonlyMap<string, FileEntry>): Promise<BackupSet['files']> {
  const entries = [...files.values()].sort((one, other) => (one.place < other.place ? -1 : 1));
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (entries.length === 0) return { count: 0, bytes, list: null };
  const text = textOfList(entries);
  const object = `files/lists/${sha256(text)}.zst`;
  const list = await keepObject(to, object, () => zstdCompressSync(text));
  return { count: entries.length, bytes, list };
}
