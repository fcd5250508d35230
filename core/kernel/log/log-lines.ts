import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StoredEvent } from './event-store.ts';
import { createStreamHeads } from './stream-heads.ts';

const Line = z.object({
  stream: z.string(),
  revision: z.string().regex(/^\d+$/),
  id: z.uuid(),
  type: z.string(),
  created: z.iso.datetime(),
  metadata: z.record(z.string(), z.unknown()),
  data: z.unknown(),
});
/** The last line: a summary of the file. A file without it was cut off. */
const End = z.object({ events: z.int(), streams: z.int(), heads: z.string() });
export type LogSummary = z.infer<typeof End>;

/** An event of a file. `json` is its data as written, because chains and MACs cover the exact text. */
export type LoggedEvent = Pick<StoredEvent, 'id' | 'type' | 'streamId' | 'revision' | 'data' | 'json'> & {
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** The data come last, unchanged. */
export function lineOf({ streamId: stream, revision, id, type, created, metadata, json }: StoredEvent): string {
  const head = JSON.stringify({ stream, revision: `${revision}`, id, type, created: created.toISOString(), metadata });
  return `${head.slice(0, -1)},"data":${json}}`;
}

/** @throws Error that explains what is wrong with the line */
export function parseLine(line: string): LoggedEvent | LogSummary {
  const value: unknown = JSON.parse(line);
  const end = End.safeParse(value);
  if (end.success) return end.data;
  const { data, ...head } = Line.parse(value);
  const before = `${JSON.stringify(head).slice(0, -1)},"data":`;
  if (!line.startsWith(before)) throw new Error('its fields are not in the order in which they were written');
  const { stream: streamId, revision, id, type, metadata } = head;
  return { streamId, revision: BigInt(revision), id, type, metadata, data, json: line.slice(before.length, -1) };
}

/** The newest hash of each stream, combined into one: two logs with the same heads hold the same events. */
export function createHeads() {
  const heads = createStreamHeads();
  let events = 0;
  return {
    add({ streamId, revision, metadata }: Pick<StoredEvent, 'streamId' | 'revision' | 'metadata'>): void {
      events += 1;
      const own = typeof metadata === 'object' && metadata !== null && 'hash' in metadata ? metadata.hash : '';
      heads.set(streamId, revision, `${own}`);
    },
    summary(): LogSummary {
      const lines = createHash('sha256');
      let separator = '';
      for (const [stream, { revision, hash }] of heads.inOrder()) {
        lines.update(`${separator}${stream} ${revision} ${hash}`);
        separator = '\n';
      }
      return { events, streams: heads.size, heads: lines.digest('hex') };
    },
  };
}

/** `12 events in 3 streams, heads 5f3a…` */
export const inWords = ({ events, streams, heads }: LogSummary): string =>
  `${events} events in ${streams} streams, heads ${heads}`;
