import { v5 } from 'uuid';

/** Namespaces of this product's name-based ids (RFC 9562 version 5). Changing one would break idempotency with the past. */
const EVENT_NAMESPACE = '6c1f4f0c-5b0e-5c54-9a7e-0d5a3c1f7a11';
const COMMAND_NAMESPACE = 'b7a0f6de-2f3b-5f5d-8f5e-9c1f0a6b2d22';

const CANONICAL_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Stream names are case sensitive, so only the lower-case form of a UUID may become part of one. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL_UUID.test(text);

/** The id of a command's n-th event: the same command sent twice yields the same events, which are stored once. */
export function eventIdOf(streamId: string, commandId: string, index: number): string {
  return v5(`${streamId}/${commandId}/${index}`, EVENT_NAMESPACE);
}

/** The id of a command that a process sends because of an event: repeating the step repeats the id. */
export function followUpCommandId(causingEventId: string, process: string, step: string): string {
  return v5(`${causingEventId}/${process}/${step}`, COMMAND_NAMESPACE);
}
