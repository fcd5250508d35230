import { randomUUID } from 'node:crypto';

/**
 * The id of the n-th event of a command that was handed in: the same one however often its append is tried, and another one
 * when the command is handed in again. The store takes an append with ids that it has for a repetition and says that it is
 * stored, without looking at the rest: so only the very same events may carry the same ids. Two processes that run one
 * command at the same moment do not write the same (their times differ, and so do their hashes): the later one must meet a
 * conflict, and read what is there.
 */
export function eventIdOf({ eventIds }: { readonly eventIds: string[] }, index: number): string {
  while (eventIds.length <= index) eventIds.push(randomUUID());
  return eventIds[index] ?? '';
}
