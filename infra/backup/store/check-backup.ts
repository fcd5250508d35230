import { BackupError, type Destination } from './destination.ts';
import { readFileList } from './file-list.ts';
import { type BackupSet, hashOfRecord, readRecords } from './manifest.ts';
import { type ObjectRef, problemOfObject } from './objects.ts';

/**
 * Reads every object of a set and compares its bytes with what was written; no key is needed.
 * @returns what is missing or damaged, each as a sentence that names it
 */
export async function checkSet(
  from: Destination,
  set: BackupSet,
  onObject?: (done: number, of: number) => void,
): Promise<readonly string[]> {
  const records = await readRecords(from, set.log.segments);
  if (hashOfRecord(records.at(-1)) !== set.log.record) {
    throw new BackupError(`The records of the log are not those of the set of ${set.time}: one of them was replaced.`);
  }
  const files = set.files.list ? await readFileList(from, set.files.list) : [];
  const objects: ObjectRef[] = [
    ...records,
    ...set.tables.flatMap(({ parts }) => parts),
    // Files with the same content are one object.
    ...new Map(files.map(({ sealed }) => [sealed.object, sealed])).values(),
  ];
  const problems: string[] = [];
  for (const [at, object] of objects.entries()) {
    const problem = await problemOfObject(from, object);
    if (problem !== null) problems.push(problem);
    onObject?.(at + 1, objects.length);
  }
  return problems;
}
