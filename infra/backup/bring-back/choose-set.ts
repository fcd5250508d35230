import type { EventMacKeys } from '#core/kernel/log/event-macs.ts';
import { BackupError, type Destination } from '../store/destination.ts';
import { type BackupSet, listSets, readSet, setName } from '../store/manifest.ts';

/**
 * The newest set, or the newest that is not after a moment. Its tables fit to its place in the log alone, so nothing
 * between two sets is brought back.
 * @throws BackupError
 */
export async function chooseSet(
  from: Destination,
  keys: EventMacKeys | undefined,
  at: Date | undefined,
): Promise<{ readonly name: string; readonly set: BackupSet }> {
  const names = await listSets(from);
  if (names.length === 0) throw new BackupError(`${from.name} has no set: no backup was finished there.`);
  const last = at && setName(at.toISOString());
  const name = names.findLast((each) => last === undefined || each <= last);
  if (name !== undefined) return { name, set: await readSet(from, name, keys) };
  throw new BackupError(`The oldest set of ${from.name} is ${names[0]}, which is after ${at?.toISOString()}.`);
}
