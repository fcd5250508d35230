import { invalidArgument } from './errors.ts';
import { MAX_STREAM_NAME_BYTES } from './limits.ts';

/** The name in the message. @throws INVALID_ARGUMENT for one that is missing, too long, or cannot be stored */
export const parseStreamName = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  parseText(Buffer.from(identifier?.getStreamName_asU8() ?? []).toString(), 'stream name', MAX_STREAM_NAME_BYTES);

export function parseText(text: string, what: string, maxBytes: number): string {
  if (text === '') throw invalidArgument(`The ${what} is empty.`);
  if (Buffer.byteLength(text) > maxBytes) throw invalidArgument(`The ${what} is longer than ${maxBytes} bytes.`);
  if (text.includes('\0')) throw invalidArgument(`The ${what} contains a NUL character.`);
  return text;
}
