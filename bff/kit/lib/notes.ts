import type { NoteCipher } from '#bff/kit/ports/crypto.ts';
import type { SealedText } from '#core/kernel/log/event.ts';

/** Null where there is no note, or the customer's key was erased. */
export async function openNote(notes: NoteCipher, customerId: string, sealed: string | null): Promise<string | null> {
  return sealed === null ? null : ((await notes.decrypt(customerId, sealed)) ?? null);
}

/** Seals a note under the customer's key; null stays null. */
export async function sealNote(notes: NoteCipher, customerId: string, text: string | null): Promise<SealedText | null> {
  return text === null ? null : notes.encrypt(customerId, text);
}

/** The notes, one below the other; null where there is none. */
export function joinNotes(...notes: readonly (string | null)[]): string | null {
  const written = notes.filter((note) => note !== null);
  return written.length === 0 ? null : written.join('\n');
}
