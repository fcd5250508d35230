import { v5 } from 'uuid';

/** Namespaces of this product's name-based ids (RFC 9562 version 5). Changing one would break idempotency with the past. */
const EVENT_NAMESPACE = '6c1f4f0c-5b0e-5c54-9a7e-0d5a3c1f7a11';
const COMMAND_NAMESPACE = 'b7a0f6de-2f3b-5f5d-8f5e-9c1f0a6b2d22';

const CANONICAL_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Stream names are case sensitive, so only the lower-case form of a UUID may become part of one. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL_UUID.test(text);

/**
 * The id of the n-th event of one attempt at a command. The store takes an append with ids that it has for a repetition and
 * says that it is stored, without looking at the rest: so only the very same events may carry the same ids. Two processes
 * that run one command at the same moment do not write the same (their times differ, and so do their hashes): the later one
 * must meet a conflict, and read what is there.
 */
export function eventIdOf(attemptId: string, index: number): string {
  return v5(`${attemptId}/${index}`, EVENT_NAMESPACE);
}

/** The id of a command that a process sends because of an event: repeating the step repeats the id. */
export function followUpCommandId(causingEventId: string, process: string, step: string): string {
  return v5(`${causingEventId}/${process}/${step}`, COMMAND_NAMESPACE);
}
