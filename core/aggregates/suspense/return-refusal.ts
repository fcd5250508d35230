import type { Returner, StatementOfLine } from './commands.ts';

/** Why this administrator may not return the line, as a sentence; undefined where they may. Files of returns ask the same. */
export function returnRefusal(
  heldBy: string,
  { id, tied = [] }: Returner,
  { importedBy, isProven }: StatementOfLine,
): string | undefined {
  if (id === heldBy) return 'You have put this line into suspense yourself. Another administrator has to return it.';
  if (id === importedBy) return 'You have imported this line yourself. Another administrator has to return it.';
  if (tied.includes(heldBy) || tied.includes(importedBy)) {
    return 'You and who imported or held this line brought one another in a short time ago or share a mailbox, so another administrator has to return it.';
  }
  return isProven
    ? undefined
    : 'No balance of the bank proves that this money came, so none is paid out of it. Import the statement of the bank itself (camt.053 or MT940), without a gap, and return the line of that one.';
}
