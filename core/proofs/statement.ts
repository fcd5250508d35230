/** Makes what docs/statement-proof.md describes, for the checks in `check/statement.ts`. */
import { DomainError } from '#core/kernel/errors.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { chainText, FIRST_PREVIOUS_HASH } from '#core/kernel/log/hash-chain.ts';
import { toBase64 } from './check/bytes.ts';
import { parseCheckpointText } from './check/checkpoint.ts';
import { createPaths, inclusionPath, type ReadHashes } from './check/merkle.ts';
import { parseNote } from './check/note.ts';
import { MAX_EVENTS } from './check/proven-events.ts';
import { OLDER_STATEMENT_FORMAT, STATEMENT_FORMAT } from './check/statement.ts';
import { formatTlogProof } from './check/tlog-proof.ts';

/** A head of the log with what is needed to prove events under it. */
export type ProvableLog = {
  readonly size: number;
  /** The published checkpoint. */
  readonly note: string;
  /** The verifier key. */
  readonly key: string;
  readonly readHashes: ReadHashes;
  /** The indexes of events in the log, by their hash in hexadecimal; events that are not in it yet are left out. */
  findPlaces(hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Where a stream ends under this head; undefined under heads of before ends were signed. */
  findEnd(streamId: string): Promise<{ readonly place: number; readonly revision: bigint } | undefined>;
  /** The tree of the ends. */
  readonly readEndHashes: ReadHashes;
};

type Period = { readonly from: string | null; readonly to: string | null };
export type Linked = {
  readonly text: string;
  readonly hash: string;
  readonly time: string;
  readonly event: StoredEvent;
};

/**
 * The statement of a wallet with its proof, as JSON text. It contains all events of the wallet from its first to the
 * last of the period, so that none can be left out; those of the period have a proof each. The next event, or the signed
 * end of the stream, shows that none is cut off. Events after the signed head are left out; undefined when nothing
 * remains.
 * @throws DomainError invalid_value when it is larger than a check accepts
 */
export async function proveStatement(
  events: AsyncIterable<StoredEvent>,
  period: Period,
  log: ProvableLog,
): Promise<string | undefined> {
  const linked: Linked[] = [];
  let after: Linked | undefined;
  for await (const event of linkedTexts(events)) {
    if (period.to !== null && event.time > period.to) {
      after = event;
      break;
    }
    linked.push(event);
    if (linked.length > MAX_EVENTS) throw tooLong(period);
  }
  const places = await log.findPlaces([...linked, ...(after ? [after] : [])].map(({ hash }) => hash));
  const signed = linked.filter(({ hash }) => (places.get(hash) ?? Number.POSITIVE_INFINITY) < log.size);
  if (signed.length === 0) return undefined;
  const pathOf = createPaths(log.readHashes, log.size);
  const prove = async ({ text, hash }: Linked) => {
    const index = places.get(hash);
    if (index === undefined || index >= log.size) return { event: text };
    return { event: text, proof: formatTlogProof({ index, path: await pathOf(index), checkpoint: log.note }) };
  };
  const firstWithin = period.from === null ? 0 : signed.findIndex(({ time }) => time >= (period.from ?? ''));
  const proven = await Promise.all(
    signed.map(async (event, at) => {
      const isNeeded = (firstWithin !== -1 && at >= firstWithin) || at === signed.length - 1;
      return isNeeded ? await prove(event) : { event: event.text };
    }),
  );
  const next = after && (await prove(after));
  const isBefore = next !== undefined && 'proof' in next;
  const whole = isBefore ? { next } : await signedEnd(log, signed);
  const format = whole ? STATEMENT_FORMAT : OLDER_STATEMENT_FORMAT;
  const rest = { period, key: log.key, notSignedYet: linked.length - signed.length };
  return `${JSON.stringify({ format, ...rest, ...whole, events: proven }, null, 1)}\n`;
}

/** The proof that the last of these events was the last of its stream under the head; undefined where ends are not signed. */
export async function signedEnd(log: ProvableLog, signed: readonly Linked[]) {
  const { ends } = parseCheckpointText(parseNote(log.note).text);
  const last = signed.at(-1)?.event;
  const end = ends && last && (await log.findEnd(last.streamId));
  if (!ends || !last || !end) return undefined;
  if (end.revision !== last.revision) {
    throw new Error(`${last.streamId} ends at ${end.revision} under its head, not at ${last.revision}.`);
  }
  const path = await inclusionPath(log.readEndHashes, end.place, ends.count);
  return { end: { index: end.place, path: path.map(toBase64) } };
}

const tooLong = ({ to }: Period) =>
  new DomainError(
    'invalid_value',
    `This statement is too long to be proven in one file: a proof has every event of the wallet from its first to the end of the statement${to === null ? '' : ` (${to.slice(0, 10)})`}, and may have ${MAX_EVENTS.toLocaleString('en-US')} of them. Choose an earlier end, or save the proof of single movements.`,
  );

/** One line alone, as a proof that contains its event; undefined until a head covers it. */
export async function proveLine(
  events: AsyncIterable<StoredEvent>,
  isWanted: (event: StoredEvent) => boolean,
  log: ProvableLog,
): Promise<string | undefined> {
  for await (const { text, hash, event } of linkedTexts(events)) {
    if (!isWanted(event)) continue;
    const index = (await log.findPlaces([hash])).get(hash);
    if (index === undefined || index >= log.size) return undefined;
    const path = await inclusionPath(log.readHashes, index, log.size);
    return formatTlogProof({ extra: text, index, path, checkpoint: log.note });
  }
  return undefined;
}

/** The text that each event's hash covers, in the order of the stream. */
export async function* linkedTexts(events: AsyncIterable<StoredEvent>): AsyncGenerator<Linked> {
  let previous = FIRST_PREVIOUS_HASH;
  for await (const event of events) {
    const { hash, time } = event.metadata as { hash: string; time: string };
    yield { text: chainText(event, previous), hash, time, event };
    previous = hash;
  }
}
