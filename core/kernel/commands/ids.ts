import { v5 } from 'uuid';

/** Namespace of name-based ids (RFC 9562 version 5). With another one, commands sent earlier would be stored again. */
const COMMAND_NAMESPACE = 'b7a0f6de-2f3b-5f5d-8f5e-9c1f0a6b2d22';

const CANONICAL_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Stream names are case sensitive, so only the lower-case form of a UUID may become part of one. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL_UUID.test(text);

/** The id of a command that a process sends because of an event: repeating the step repeats the id. */
export function followUpCommandId(causingEventId: string, process: string, step: string): string {
  return v5(`${causingEventId}/${process}/${step}`, COMMAND_NAMESPACE);
}
