import { ledgerCodec, postingsOf, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { type Books, post } from '#core/finance/checks/books.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import type { EventStoreDBClient } from '#eventstore-client';
import { type EventRecord, storedOf } from '#infra/adapters/eventstore/read-messages.ts';
import { readLog } from './raw-log.ts';

const MAX_PROBLEMS = 20;

/** The old and the new position of each event: bare numbers, because a log has millions. */
export type MovedPlaces = readonly number[];

export type LogComparison = {
  readonly events: number;
  readonly streams: number;
  /** Ledger events whose chain was checked. */
  readonly chained: number;
  readonly accounts: number;
  /** Events that carry no MAC, because the log is older than its first key. */
  readonly withoutMac: number;
  readonly problems: readonly string[];
  readonly positions: MovedPlaces;
};

/**
 * Compares both logs side by side: the same events in the same order, byte for byte. The MACs and the balances follow
 * from that; the target's chains and books are computed all the same.
 */
export async function compareLogs(
  from: EventStoreDBClient,
  to: EventStoreDBClient,
  onProgress: (events: number, position: bigint) => void,
): Promise<LogComparison> {
  const chain = createChainVerifier();
  const books: Books = new Map();
  const streams = new Set<string>();
  const positions: number[] = [];
  const problems: string[] = [];
  let [events, chained, withoutMac] = [0, 0, 0];

  const copies = readLog(to, undefined);
  for await (const original of readLog(from, undefined)) {
    const { value: copy, done } = await copies.next();
    if (done) {
      problems.push(`The target ends before ${placeOf(original)}.`);
      break;
    }
    if (!isSame(original, copy)) {
      problems.push(
        `${placeOf(original)} of the source is ${placeOf(copy)} of the target, or has other content there.`,
      );
      if (problems.length >= MAX_PROBLEMS) break;
    }
    streams.add(copy.streamId);
    positions.push(Number(original.position), Number(copy.position));
    events += 1;
    if (events % 1_000 === 0) onProgress(events, original.position);
    if (!STREAM_PREFIXES.some((prefix) => copy.streamId.startsWith(prefix))) continue;
    const stored = storedOf(copy);
    const broken = chain.check(stored);
    if (broken) problems.push(`${placeOf(copy)}: ${broken.problem}`);
    if (!hasMac(stored)) withoutMac += 1;
    for (const line of postingsOf(ledgerCodec.decode(stored))) post(books, line);
    chained += 1;
  }
  if (problems.length === 0 && !(await copies.next()).done) problems.push('The target goes on where the source ends.');
  problems.push(...unbalanced(books));
  return {
    events,
    streams: streams.size,
    chained,
    accounts: books.size,
    withoutMac,
    problems: problems.slice(0, MAX_PROBLEMS),
    positions,
  };
}

const placeOf = ({ streamId, revision, id }: EventRecord): string => `${streamId} at revision ${revision} (${id})`;

const isSame = (one: EventRecord, other: EventRecord): boolean =>
  one.id === other.id &&
  one.streamId === other.streamId &&
  one.revision === other.revision &&
  one.type === other.type &&
  one.isJson === other.isJson &&
  one.data.equals(other.data) &&
  one.metadata.equals(other.metadata);

const hasMac = ({ metadata }: StoredEvent): boolean =>
  typeof metadata === 'object' && metadata !== null && 'mac' in metadata;

function unbalanced(books: Books): string[] {
  const totals = new Map<string, bigint>();
  for (const balances of books.values()) {
    for (const [currency, amount] of balances) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  }
  return [...totals]
    .filter(([, total]) => total !== 0n)
    .map(([currency]) => `The postings in ${currency} do not sum to zero.`);
}
