import { randomUUID } from 'node:crypto';

/**
 * The id of the n-th event of a command. It stays the same however often the append is tried, and differs when the
 * command is submitted again. The store treats an append with ids that it already has as a repetition and answers that
 * it is stored, without comparing the rest. So only identical events may have the same ids. Two processes that run one
 * command at the same moment write different events (their times differ, and so do their hashes): the later one must
 * meet a conflict and read what is there.
 */
export function eventIdOf({ eventIds }: { readonly eventIds: string[] }, index: number): string {
  while (eventIds.length <= index) eventIds.push(randomUUID());
  return eventIds[index] ?? '';
}
