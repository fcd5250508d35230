import { bytesToHex } from '@noble/hashes/utils.js';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { OtherLogError, placeOf, requirePlace } from '#core/kernel/following/log-place.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { type ChainVerifier, createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import type { StreamHead } from '#core/kernel/log/stream-heads.ts';
import { isSame } from '#core/proofs/check/bytes.ts';
import { type Checkpoint, openCheckpoint, parseCheckpointText, type TreeHead } from '#core/proofs/check/checkpoint.ts';
import {
  consistencyProof,
  createGrowingTree,
  type GrowingTree,
  growFrom,
  isConsistent,
  leafHash,
  type TileRoot,
} from '#core/proofs/check/merkle.ts';
import { formatVerifierKey, parseNote, type VerifierKey } from '#core/proofs/check/note.ts';
import { type Signer, signCheckpoint } from '#core/proofs/sign.ts';
import type { LogBook, Reading } from './log-book.ts';
import { endsOf } from './stream-ends.ts';

/** Leaves added in one transaction. */
const BATCH_LEAVES = 5_000;

/** The log is not the one whose heads were signed, or must not be signed. */
export class NotaryRefusal extends Error {
  override readonly name = 'NotaryRefusal';
}

/** Reads the events of the ledger after that position, or all, oldest first. */
export type ReadLog = (store: EventStore, after?: bigint) => AsyncIterable<StoredEvent>;

/** A run that may go on from the last head reads the whole log all the same when that was done longer ago. */
const WHOLE_AFTER_MS = 7 * 24 * 60 * 60_000;

export type NotaryOptions = {
  readonly store: EventStore;
  /** Another reader, to show progress. */
  readonly readLog?: ReadLog | undefined;
  readonly book: LogBook;
  /** Whether it may go on from the last head, instead of reading the whole log again. */
  readonly mayGoOn?: boolean;
  /** The name of the log for its first head; later heads keep it. */
  readonly origin: string;
  /** The log's key, followed by the one that it replaces, which also signs each head. */
  readonly signersOf: (origin: string) => readonly [Signer, ...Signer[]];
  readonly clock?: () => Date;
};

export type NotaryResult = TreeHead & {
  readonly origin: string;
  /** The verifier key. */
  readonly key: string;
  /** The newest head, signed. */
  readonly note: string;
  /** Events since the head before it; zero when that head is still the newest. */
  readonly added: number;
};

/**
 * Reads the whole log again, stores what is new and signs its head. First it proves that the log is the one whose last
 * head it signed, and that events were only added at its end. Otherwise it signs nothing, and reports where the log
 * differs. A run that goes on from the last head proves this of its last event, and reads what came after.
 * @throws NotaryRefusal, which is recorded
 */
export async function notarise(options: NotaryOptions): Promise<NotaryResult | undefined> {
  try {
    return await signHead(options);
  } catch (error) {
    if (error instanceof NotaryRefusal) await options.book.keepRefusal(error.message);
    throw error;
  }
}

async function signHead({
  store,
  readLog = (from, after) => from.readAll({ prefixes: STREAM_PREFIXES, ...(after === undefined ? {} : { after }) }),
  book,
  mayGoOn = false,
  origin: firstOrigin,
  signersOf,
  clock = () => new Date(),
}: NotaryOptions): Promise<NotaryResult | undefined> {
  const kept = await book.lastHead();
  const origin = kept ? parseCheckpointText(parseNote(kept.note).text).origin : firstOrigin;
  const signers = signersOf(origin);
  const last = kept && (await openLast(kept.note, signers));
  const now = clock();
  const begun = (mayGoOn && last && (await goOn(store, book, last, now))) || fromTheStart();
  const { chains, grown, newest, ...head } = await followLog(
    readLog(store, begun.after?.place.position),
    book,
    last,
    begun,
  );
  if (head.size === 0) return undefined;
  const place = newest ? placeOf(newest) : begun.after?.place;
  const keepReading = async () => place && (await book.keepReading({ size: head.size, place, isWhole: !begun.after }));
  if (last && kept) {
    if (last.size === head.size) {
      await keepReading();
      return { ...head, origin, key: formatVerifierKey(last.key), note: kept.note, added: 0 };
    }
    const proof = await consistencyProof(book.readHashes, last.size, head.size);
    if (!isConsistent(last, head, proof)) {
      throw new NotaryRefusal(
        'The kept tree does not prove that the log grew at its end alone: its tiles were changed.',
      );
    }
  }
  // The first head that has ends keeps all of them.
  const { changed, ...tree } = endsOf(chains.ends(), last?.ends ? (stream) => grown.has(stream) : () => true);
  const ends = { time: now.toISOString(), ...tree };
  const note = signCheckpoint({ origin, ...head, ends }, ...signers);
  const key = formatVerifierKey(signers[0].key);
  await book.keepHead({ size: head.size, note, key }, changed);
  await keepReading();
  return { ...head, origin, key, note, added: head.size - (last?.size ?? 0) };
}

/** The last head, and the first of the given keys that signed it. */
async function openLast(note: string, signers: readonly Signer[]): Promise<Checkpoint & { readonly key: VerifierKey }> {
  let why = '';
  for (const { key } of signers) {
    try {
      return { ...(await openCheckpoint(note, key)), key };
    } catch (error) {
      why ||= error instanceof Error ? error.message : String(error);
    }
  }
  throw new NotaryRefusal(`The last head was not signed by this notary's key: ${why}`);
}

/** Where a run begins: with what is kept of the log before it. `after` is undefined at the first event. */
type Begun = { readonly tree: GrowingTree; readonly chains: ChainVerifier; readonly after?: Reading };

const fromTheStart = (): Begun => ({ tree: createGrowingTree(), chains: createChainVerifier() });

/**
 * Begins after the last head, with the tree and the ends that are kept under it, each compared with what the head signs.
 * Undefined when the whole log is due: it was not read for long, or an earlier version kept less.
 * @throws NotaryRefusal when what is kept, or the log at that place, is not what was signed
 */
async function goOn(store: EventStore, book: LogBook, last: Checkpoint, now: Date): Promise<Begun | undefined> {
  const [after, wholeAt] = [await book.lastReading(), await book.lastWhole()];
  if (after?.size !== last.size || !last.ends || !wholeAt) return undefined;
  if (now.getTime() - wholeAt.getTime() >= WHOLE_AFTER_MS) return undefined;
  const tree = await growFrom(book.readHashes, last.size);
  const kept: (readonly [streamId: string, head: StreamHead])[] = [];
  for await (const end of book.ends()) kept.push(end);
  const chains = createChainVerifier(kept);
  const ends = endsOf(chains.ends(), () => false);
  if (!isSame(tree.root(), last.root) || ends.count !== last.ends.count || !isSame(ends.root, last.ends.root)) {
    throw new NotaryRefusal('What is kept of the log is not what the last head signs: it was changed.');
  }
  try {
    await requirePlace(store, after.place);
  } catch (error) {
    if (error instanceof OtherLogError) throw new NotaryRefusal(error.message);
    throw error;
  }
  return { tree, chains, after };
}

type Followed = TreeHead & {
  readonly chains: ChainVerifier;
  /** Undefined when there was none to read. */
  readonly newest: StoredEvent | undefined;
  /** The streams that have events since the last head. */
  readonly grown: ReadonlySet<string>;
};

/** Compares the log with the leaves that are kept, and adds the new ones. @throws NotaryRefusal when the two differ */
async function followLog(
  log: AsyncIterable<StoredEvent>,
  book: LogBook,
  last: TreeHead | undefined,
  { tree, chains }: Begun,
): Promise<Followed> {
  const grown = new Set<string>();
  let newest: StoredEvent | undefined;
  const keptSize = await book.size();
  if (last && keptSize < last.size) {
    throw new NotaryRefusal(`The kept tree has ${keptSize} leaves, fewer than the ${last.size} of its last head.`);
  }
  const keptEntries = book.entries(tree.size)[Symbol.asyncIterator]();
  let batch: { entries: Uint8Array[]; roots: TileRoot[] } = { entries: [], roots: [] };
  const keepBatch = async () => {
    if (batch.entries.length > 0) await book.add(tree.size - batch.entries.length, batch.entries, batch.roots);
    batch = { entries: [], roots: [] };
  };

  for await (const event of log) {
    newest = event;
    const problem = chains.check(event);
    if (problem) throw new NotaryRefusal(`${nameOf(event, tree.size)}: ${problem.problem}.`);
    if (last && tree.size >= last.size) grown.add(event.streamId);
    const entry = entryOf(event);
    const expected = tree.size < keptSize ? (await keptEntries.next()).value : undefined;
    if (expected && !isSame(expected, entry)) {
      throw new NotaryRefusal(
        `${nameOf(event, tree.size)} is not what stood there when it was kept: that had the hash ${bytesToHex(expected)}.`,
      );
    }
    const roots = tree.add(leafHash(entry));
    if (tree.size > keptSize) {
      batch.entries.push(entry);
      batch.roots.push(...roots);
      if (batch.entries.length >= BATCH_LEAVES) await keepBatch();
    }
    if (tree.size === last?.size && !isSame(tree.root(), last.root)) {
      throw new NotaryRefusal(
        `The first ${last.size} events are not those of the last head, and the kept leaves were changed with them.`,
      );
    }
  }
  if (tree.size < keptSize) {
    throw new NotaryRefusal(`The log ends after ${tree.size} events; ${keptSize - tree.size} that were kept are gone.`);
  }
  await keepBatch();
  return { size: tree.size, root: tree.root(), chains, grown, newest };
}

const nameOf = (event: StoredEvent, index: number): string =>
  `Place ${index} of the log (${event.type} of ${event.streamId} at revision ${event.revision})`;

/** The content of a leaf: the event's chain hash, which {@link createChainVerifier} has checked against its content. */
function entryOf({ metadata }: StoredEvent): Uint8Array {
  return Buffer.from((metadata as { hash: string }).hash, 'hex');
}
