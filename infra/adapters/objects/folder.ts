import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Failure, ObjectStore } from './object-store.ts';

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
/** The end of a name that is being written. */
const PARTIAL = '.partial';

export type FolderOptions = {
  /** A folder below it for what is being written, and what is of use to one process alone; beside its place where it is left out. */
  readonly incoming?: string;
  /** False where the last moments may be lost in a power cut. */
  readonly waitsForDisk?: boolean;
};

/** A folder, readable by its owner alone. An object gets its name once it is complete and on the disk. */
export function openFolder(
  folder: string,
  { failure, incoming, waitsForDisk = true }: FolderOptions & { readonly failure: Failure },
): ObjectStore {
  const root = path.resolve(folder);
  const placeOf = (name: string): string => path.join(root, ...name.split('/'));
  const partialOf = (place: string) =>
    incoming === undefined ? `${place}${PARTIAL}` : path.join(root, incoming, `${randomUUID()}${PARTIAL}`);
  const isKept = (name: string) => waitsForDisk && (incoming === undefined || !name.startsWith(`${incoming}/`));
  const explain = (error: NodeJS.ErrnoException): never => {
    // An error of what is written is not of the disk.
    if (error.syscall === undefined) throw error;
    throw failure(`${root} cannot be used (${error.code}).`, { cause: error });
  };
  const makeFolder = (place: string) => mkdir(place, { recursive: true, mode: OWN_FOLDER });

  async function write(name: string, content: Uint8Array | Readable): Promise<void> {
    // One that breaks before it is read: its reader finds that.
    if (content instanceof Readable) content.on('error', () => undefined);
    const place = placeOf(name);
    const partial = partialOf(place);
    await Promise.all([place, partial].map((each) => makeFolder(path.dirname(each))));
    try {
      const source = content instanceof Readable ? content : Readable.from([content]);
      // `flush` syncs the file before it is closed.
      await pipeline(source, createWriteStream(partial, { flush: isKept(name), mode: OWN_FILE }));
      await rename(partial, place);
      if (isKept(name)) await syncFolder(path.dirname(place));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  return {
    name: root,
    put: (name, content) => write(name, content).catch(explain),
    async open(name) {
      const handle = await open(placeOf(name), 'r').catch(unlessMissing(undefined)).catch(explain);
      if (!handle) return undefined;
      const { size } = await handle.stat();
      return { stream: handle.createReadStream({ start: 0 }), bytes: size };
    },
    async list(below) {
      const entries = await readdir(placeOf(below), { recursive: true, withFileTypes: true })
        .catch(unlessMissing([]))
        .catch(explain);
      const found = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(PARTIAL))
        .map(async (entry) => {
          const place = path.join(entry.parentPath, entry.name);
          const info = await stat(place).catch(unlessMissing(undefined));
          const name = path.relative(root, place).split(path.sep).join('/');
          return info ? [{ name, bytes: info.size, modifiedMs: info.mtimeMs }] : [];
        });
      return (await Promise.all(found)).flat().sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    remove: (name) => rm(placeOf(name), { force: true }).catch(explain),
    async prepare(unfinishedBefore) {
      const folders = [root, ...(incoming === undefined ? [] : [path.join(root, incoming)])];
      for (const each of folders) {
        await makeFolder(each).catch(explain);
        // Also for existing folders: `mkdir` does not change them.
        await chmod(each, OWN_FOLDER).catch(explain);
      }
      for (const entry of incoming === undefined ? [] : await readdir(placeOf(incoming))) {
        const place = path.join(root, incoming ?? '', entry);
        const info = await stat(place).catch(unlessMissing(undefined));
        if (info && info.mtimeMs < unfinishedBefore.getTime()) await rm(place, { force: true });
      }
    },
    async state() {
      try {
        await makeFolder(root);
        const { bavail, bsize } = await statfs(root);
        return { problem: null, isRefused: false, freeBytes: bavail * bsize };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        return { problem: `${root} cannot be used (${code}).`, isRefused: true, freeBytes: null };
      }
    },
  };
}

const unlessMissing =
  <Result>(otherwise: Result) =>
  (error: NodeJS.ErrnoException): Result => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
