import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** What the first event of a stream is chained to. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** An event as it is stored: JSON data, and metadata that may hold its own `hash`. */
export type ChainedEvent = {
  readonly streamId: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
};

/**
 * SHA-256 (hex) over the canonical JSON (RFC 8785) of the event without its hash, and the hash of the event before it in
 * its stream. So a change, a removal, an insertion or a reordering breaks every later link.
 */
export function chainHash(event: ChainedEvent, previousHash: string): string {
  const { hash: _own, ...metadata } = asRecord(event.metadata);
  const content = canonicalize({
    stream: event.streamId,
    revision: event.revision.toString(),
    id: event.id,
    type: event.type,
    data: event.data,
    metadata,
    previous: previousHash,
  });
  return createHash('sha256')
    .update(content ?? '')
    .digest('hex');
}

export type ChainBreak = {
  readonly streamId: string;
  readonly revision: bigint;
  readonly problem: string;
};

/** Verifies streams event by event, in the order of each stream; many streams may be interleaved (as the log is). */
export type ChainVerifier = {
  /** Returns what is wrong with this event, or null. After a break the stream is followed on from the stored hash. */
  check(event: ChainedEvent): ChainBreak | null;
  /** Number of streams seen. */
  readonly streams: number;
};

/** Keeps one hash and revision a stream in memory (about 200 bytes each). */
export function createChainVerifier(): ChainVerifier {
  const heads = new Map<string, { revision: bigint; hash: string }>();
  return {
    get streams() {
      return heads.size;
    },
    check(event) {
      const head = heads.get(event.streamId);
      const expectedRevision = head ? head.revision + 1n : 0n;
      const previousHash = head?.hash ?? FIRST_PREVIOUS_HASH;
      const stored = asRecord(event.metadata).hash;
      const storedHash = typeof stored === 'string' ? stored : '';
      heads.set(event.streamId, { revision: event.revision, hash: storedHash });
      const broken = (problem: string): ChainBreak => ({
        streamId: event.streamId,
        revision: event.revision,
        problem,
      });
      if (event.revision !== expectedRevision) {
        return broken(`expected revision ${expectedRevision}: events before it are missing or out of order`);
      }
      if (storedHash === '') return broken('it carries no hash');
      if (chainHash(event, previousHash) !== storedHash) {
        return broken('its content or the event before it was changed: the hash does not match');
      }
      return null;
    },
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
