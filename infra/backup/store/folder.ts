import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupError, type Destination } from './destination.ts';

const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
/** The end of a name that is being written. */
const PARTIAL = '.partial';

/** A folder, readable by its owner alone. An object gets its name once it is complete and on the disk. */
export function openFolder(folder: string): Destination {
  const root = path.resolve(folder);
  const placeOf = (name: string): string => path.join(root, ...name.split('/'));
  return {
    name: root,
    async put(name, bytes) {
      const place = placeOf(name);
      await mkdir(path.dirname(place), { recursive: true, mode: OWN_FOLDER }).catch(explain(root));
      const partial = `${place}${PARTIAL}`;
      const handle = await open(partial, 'w', OWN_FILE).catch(explain(root));
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, place);
      await syncFolder(path.dirname(place));
    },
    get: (name) => readFile(placeOf(name)).catch(unlessMissing(undefined)),
    async list(below) {
      const entries = await readdir(placeOf(below), { recursive: true, withFileTypes: true }).catch(unlessMissing([]));
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(PARTIAL))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
        .sort();
    },
    remove: (name) => rm(placeOf(name), { force: true }),
  };
}

const unlessMissing =
  <Result>(otherwise: Result) =>
  (error: NodeJS.ErrnoException): Result => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };

const explain =
  (root: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw new BackupError(`${root} cannot be written (${error.code ?? error.message}).`, { cause: error });
  };

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
