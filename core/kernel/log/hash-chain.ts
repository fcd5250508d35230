import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventMetadata } from './event.ts';
import { JsonText } from './event-store.ts';
import { createStreamHeads, type StreamHead } from './stream-heads.ts';

/** The value that the first event of a stream is chained to. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** An event as it is stored: JSON data, and metadata that may hold its own `hash` and `mac`. */
export type ChainedEvent = {
  readonly streamId: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  /** The text that `data` was parsed from, where it is loaded. */
  readonly json?: string;
  readonly metadata: unknown;
  readonly forged?: string;
};

/**
 * SHA-256 (hex) over the canonical JSON (RFC 8785) of the event without its hash and MAC, and the hash of the event before it in
 * its stream. So a change, a removal, an insertion or a reordering breaks every later link.
 */
export function chainHash(event: ChainedEvent, previousHash: string): string {
  return hash('sha256', chainText(event, previousHash), 'hex');
}

/** The text that the chain hash covers. It proves the event to somebody who has only the hash. */
export function chainText(event: ChainedEvent, previousHash: string): string {
  const { hash: _own, mac: _mac, ...metadata } = asRecord(event.metadata);
  return textOf(event, canonicalize(event.data), canonicalize(metadata) ?? '', previousHash);
}

/**
 * Whether {@link chainHash} of the event is this one. Our own JSON is canonical already, so its text is tried first,
 * which avoids serializing the data once more (rows of the bench: ledger verify, check). A different split of the
 * hashed text cannot pass, because no JSON object is the beginning of another.
 */
function isChained(event: ChainedEvent, stored: string, previousHash: string): boolean {
  const { json, data } = event;
  if (json && typeof data === 'object') {
    const { hash: _own, mac: _mac, ...metadata } = asRecord(event.metadata);
    const text = textOf(event, json, JSON.stringify(metadata), previousHash);
    if (hash('sha256', text, 'hex') === stored) return true;
  }
  return chainHash(event, previousHash) === stored;
}

/** An event ready to be stored: its JSON written once, for the hash and for the store. */
export type ChainedText = { readonly hash: string; readonly data: JsonText; readonly metadata: JsonText };

/**
 * Chains an event (its metadata without a hash) to the one before it, so that {@link chainHash} gives the same hash.
 */
export function chain(
  event: ChainedEvent & { readonly metadata: Omit<EventMetadata, 'hash'> },
  previousHash: string,
): ChainedText {
  const data = canonicalize(event.data) ?? 'null';
  const metadata = canonicalize(event.metadata) ?? '{}';
  const own = hash('sha256', textOf(event, data, metadata, previousHash), 'hex');
  return { hash: own, data: new JsonText(data), metadata: new JsonText(`${metadata.slice(0, -1)},"hash":"${own}"}`) };
}

/** The canonical JSON of the whole, joined from that of its parts: the keys here are in canonical order. */
function textOf(event: ChainedEvent, data: string | undefined, metadata: string, previousHash: string): string {
  const text = (value: string) => canonicalize(value);
  return (
    `{${data === undefined ? '' : `"data":${data},`}"id":${text(event.id)},"metadata":${metadata},"previous":"${previousHash}",` +
    `"revision":"${event.revision}","stream":${text(event.streamId)},"type":${text(event.type)}}`
  );
}

type ChainBreak = {
  readonly streamId: string;
  readonly revision: bigint;
  readonly problem: string;
};

/** Verifies streams event by event, in the order of each stream; many streams may be interleaved (as the log is). */
export type ChainVerifier = {
  /** Returns what is wrong with this event, or null. After a break the chain continues from the stored hash. */
  check(event: ChainedEvent): ChainBreak | null;
  readonly streams: number;
  /** The newest revision and hash of each stream, in the order in which the streams came first. */
  ends(): Iterable<readonly [streamId: string, head: StreamHead]>;
};

/**
 * Keeps one hash and revision a stream in memory.
 * @param known where streams ended when they were verified before, in the order in which they came first
 */
export function createChainVerifier(known?: Iterable<readonly [streamId: string, head: StreamHead]>): ChainVerifier {
  const heads = createStreamHeads(known);
  return {
    get streams() {
      return heads.size;
    },
    ends: () => heads.inPlaces(),
    check(event) {
      const stored = asRecord(event.metadata).hash;
      const storedHash = typeof stored === 'string' ? stored : '';
      const before = heads.set(event.streamId, event.revision, storedHash);
      const expectedRevision = before ? before.revision + 1n : 0n;
      const previousHash = before?.hash ?? FIRST_PREVIOUS_HASH;
      const broken = (problem: string): ChainBreak => ({
        streamId: event.streamId,
        revision: event.revision,
        problem,
      });
      if (event.forged !== undefined) return broken(event.forged);
      if (event.revision !== expectedRevision) {
        return broken(`expected revision ${expectedRevision}: events before it are missing or out of order`);
      }
      if (storedHash === '') return broken('it carries no hash');
      if (!isChained(event, storedHash, previousHash)) {
        return broken('its content or the event before it was changed: the hash does not match');
      }
      return null;
    },
  };
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
