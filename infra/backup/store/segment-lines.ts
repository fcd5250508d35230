import { isUtf8 } from 'node:buffer';
import type { EventRecord } from '#infra/adapters/eventstore/read-messages.ts';

/** Text as it is, other bytes in base64. */
const packed = (bytes: Buffer): string | [string] =>
  isUtf8(bytes) ? bytes.toString('utf8') : [bytes.toString('base64')];
const unpacked = (text: string | [string]): Buffer =>
  typeof text === 'string' ? Buffer.from(text, 'utf8') : Buffer.from(text[0], 'base64');

type Line = [
  ...[position: string, createdMs: number, stream: string, revision: string, id: string, type: string],
  ...[isJson: boolean, data: string | [string], metadata: string | [string]],
];

/** An event as a line of a segment: a JSON array, from which each byte of it can be restored. */
export function lineOf({ position, createdMs, streamId, revision, ...event }: EventRecord): string {
  const { id, type, isJson, data, metadata } = event;
  const place: [string, number, string, string] = [`${position}`, createdMs, streamId, `${revision}`];
  const line: Line = [...place, id, type, isJson, packed(data), packed(metadata)];
  return JSON.stringify(line);
}

export function* eventsIn(segment: Buffer): Generator<EventRecord> {
  for (const text of segment.toString('utf8').split('\n')) {
    if (text === '') continue;
    const [position, createdMs, streamId, revision, id, type, isJson, data, metadata] = JSON.parse(text) as Line;
    const place = { position: BigInt(position), createdMs, streamId, revision: BigInt(revision) };
    yield { ...place, id, type, isJson, data: unpacked(data), metadata: unpacked(metadata) };
  }
}
