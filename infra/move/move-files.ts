import { createHash } from 'node:crypto';
import { isPlace, MOVED_TO } from '#infra/adapters/files/open-files.ts';
import { type ObjectStore, readObject } from '#infra/adapters/objects/object-store.ts';
import { MoveError } from './copy-log.ts';

type Moved = { readonly files: number; readonly copied: number; readonly bytes: number };

/**
 * Copies the files of a stopped store to another place, reads each back, and marks the place that they left: no store
 * starts on it any more. They stay there. Interrupted, the same call goes on.
 * @throws MoveError where the new place has files of another store, or one does not come back as it is
 */
export async function moveFiles(
  from: ObjectStore,
  to: ObjectStore,
  { signal, onFile }: { readonly signal: AbortSignal; readonly onFile: (done: number, of: number) => void },
): Promise<Moved> {
  const names = (await from.list('')).map(({ name }) => name).filter(isPlace);
  const there = new Set((await to.list('')).map(({ name }) => name).filter(isPlace));
  const known = new Set(names);
  const other = [...there].find((name) => !known.has(name));
  if (other !== undefined)
    throw new MoveError(
      `${to.name} has the file ${other}, which ${from.name} does not have: it is of another store, or of this one while it was used there. Nothing was copied.`,
    );
  const done = { files: 0, copied: 0, bytes: 0 };
  for (const name of names) {
    signal.throwIfAborted();
    const content = await readObject(from, name);
    if (!content) throw new MoveError(`${name} was removed meanwhile: the store is running. Stop it first.`);
    if (!there.has(name)) {
      await to.put(name, content);
      done.copied += 1;
    }
    const back = await readObject(to, name);
    if (!back || hashOf(back) !== hashOf(content))
      throw new MoveError(`${name} in ${to.name} is not the file of ${from.name}. Remove it there, and try again.`);
    done.files += 1;
    done.bytes += content.length;
    onFile(done.files, names.length);
  }
  await from.put(MOVED_TO, Buffer.from(to.name));
  return done;
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
