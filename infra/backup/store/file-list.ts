import { zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { BackupError, type Destination } from './destination.ts';
import { ObjectRef, sha256 } from './objects.ts';

/** A file of the store: its place below FILES_DIR, and the hash of what lies there (sealed, for customers' files). */
const FileEntry = z.object({
  place: z.string(),
  bytes: z.number(),
  mtimeMs: z.number(),
  content: z.string(),
  sealed: ObjectRef,
});
export type FileEntry = z.output<typeof FileEntry>;

export const nameOfFile = (content: string): string => `files/${content.slice(0, 2)}/${content}.age`;

export const textOfList = (entries: readonly FileEntry[]): Buffer =>
  Buffer.from(entries.map((entry) => JSON.stringify(entry)).join('\n'));

/** @throws BackupError */
export async function readFileList(from: Destination, list: ObjectRef): Promise<readonly FileEntry[]> {
  const bytes = await from.get(list.object);
  if (!bytes) throw new BackupError(`${list.object} is missing.`);
  if (sha256(bytes) !== list.sha256) {
    throw new BackupError(`${list.object} is damaged: its bytes are not those that were written.`);
  }
  const lines = zstdDecompressSync(bytes).toString().split('\n');
  return lines.map((line) => FileEntry.parse(JSON.parse(line)));
}
