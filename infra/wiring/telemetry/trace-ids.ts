import { createHash } from 'node:crypto';

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const digest = (text: string, characters: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, characters);

/** A correlation id that is a UUID is a trace's id without its dashes, so that one search finds log lines, events and spans. */
export function traceIdOf(correlationId: string): string {
  const id = correlationId.replaceAll('-', '').toLowerCase();
  return TRACE_ID.test(id) ? id : digest(correlationId, 32);
}

/** The span that all others of a trace stand under. Every process knows it, so events and jobs need not carry it. */
export const rootSpanIdOf = (traceId: string): string => digest(`root ${traceId}`, 16);
