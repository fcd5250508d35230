import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { Destination } from '../store/destination.ts';
import type { Seal } from '../store/envelope.ts';
import { type FileEntry, nameOfFile, readFileList, textOfList } from '../store/file-list.ts';
import type { BackupSet } from '../store/manifest.ts';
import { keepObject, sha256 } from '../store/objects.ts';

/** Uploads lie at `ab/<id>`; `incoming` holds what is still being written. */
const PLACE = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type FilesBackup = {
  readonly dir: string;
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
  { dir, to, seal, signal, onFiles }: FilesBackup,
  known: ReadonlyMap<string, FileEntry>,
): Promise<Map<string, FileEntry>> {
  const files = new Map<string, FileEntry>();
  for (const place of await placesIn(dir)) {
    signal.throwIfAborted();
    const file = path.join(dir, place);
    // It may have been removed meanwhile.
    const info = await stat(file).catch(() => undefined);
    if (!info) continue;
    const before = known.get(place);
    const isKnown = before?.bytes === info.size && before.mtimeMs === info.mtimeMs;
    const entry = isKnown ? before : await backUpFile({ to, seal }, place, file, info.mtimeMs);
    if (entry) files.set(place, entry);
    onFiles?.(files.size);
  }
  return files;
}

async function placesIn(dir: string): Promise<string[]> {
  const found = await readdir(dir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return found
    .map((place) => place.split(path.sep).join('/'))
    .filter((place) => PLACE.test(place))
    .sort();
}

async function backUpFile(
  { to, seal }: Pick<FilesBackup, 'to' | 'seal'>,
  place: string,
  file: string,
  mtimeMs: number,
): Promise<FileEntry | undefined> {
  const content = await readFile(file).catch(() => undefined);
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
