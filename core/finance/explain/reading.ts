import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { NO_SETTINGS, readSettings, type Settings, settingsAfter } from '#core/ledger/settings.ts';
import type { KeptPapers } from './kept-papers.ts';

/** A wallet as the read models have it. */
export type Standing = {
  readonly customerId: string;
  readonly currency: Currency;
  /** Minor units. */
  readonly balance: bigint;
  readonly held: bigint;
  readonly creditLimit: bigint;
  /** Up to here the read models have everything. */
  readonly position: bigint;
};

/** For somebody who waits: a long wallet is not read whole. The read models say what its earlier events came to. */
export type Bounds = {
  /** Of a wallet's events, so many are read. */
  readonly most: number;
  standingOf(walletId: string): Promise<Standing | null>;
  /** Where in the log the movements of a paper begin. */
  movementsOf(paperId: string): Promise<readonly bigint[]>;
};

export type Explaining = {
  /** Of each kind of a wallet's movements, the newest that are listed with their papers. */
  readonly entries: number;
  /** With it, files for the bank and its lines are included. */
  readonly kept?: KeptPapers | undefined;
  readonly bounds?: Bounds | undefined;
  /** Aborted, nothing more is read. */
  readonly signal?: AbortSignal | undefined;
};

type Range = Pick<NonNullable<Parameters<EventStore['readStream']>[1]>, 'from' | 'direction' | 'maxCount'>;

/** The log as one explanation reads it. */
export type Reading = Omit<Explaining, 'signal'> & {
  events(streamId: string, range?: Range): AsyncGenerator<RecordedLedgerEvent>;
  /** They are read once, however many papers ask. */
  settings(): Promise<Settings>;
};

export function createReading(store: Pick<EventStore, 'readStream'>, { signal, ...explaining }: Explaining): Reading {
  let settings: Promise<Settings> | undefined;
  const stopping: typeof store = {
    readStream: (streamId, options) => store.readStream(streamId, { ...options, signal }),
  };
  return {
    ...explaining,
    async *events(streamId, range) {
      for await (const stored of stopping.readStream(streamId, range)) yield ledgerCodec.decode(stored);
    },
    settings: () => (settings ??= readSettings(stopping).then((events) => settingsAfter(NO_SETTINGS, events))),
  };
}

export async function allOf(events: AsyncIterable<RecordedLedgerEvent>): Promise<readonly RecordedLedgerEvent[]> {
  const all: RecordedLedgerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Events of a wallet, the oldest first, of `count` that it has. */
export type Read = { readonly events: readonly RecordedLedgerEvent[]; readonly count: bigint };

/** The wallet's newest events: all, where the explanation is not bound. */
export async function newestOf({ events, bounds }: Reading, walletId: string): Promise<Read> {
  const found = await allOf(
    events(`wallet-${walletId}`, { direction: 'backwards', ...(bounds && { maxCount: bounds.most }) }),
  );
  return { events: found.toReversed(), count: (found[0]?.revision ?? -1n) + 1n };
}

/** Events that are read on either side of a step. */
const AROUND = 32n;

/** The wallet's events, or, of a long one, those that were written around these positions in the log. */
export async function eventsAround(reading: Reading, walletId: string, steps: () => Promise<readonly bigint[]>) {
  const { events, bounds } = reading;
  const streamId = `wallet-${walletId}`;
  const [last] = await allOf(events(streamId, { direction: 'backwards', maxCount: 1 }));
  if (!bounds || !last || last.revision < bounds.most) {
    const all = await allOf(events(streamId));
    return { events: all, count: BigInt(all.length) };
  }
  const known = new Map([[last.revision, last]]);
  const at = async (revision: bigint) => {
    const found = known.get(revision) ?? (await allOf(events(streamId, { from: revision, maxCount: 1 })))[0];
    if (found) known.set(revision, found);
    return found;
  };
  let [after, until] = [0n, 0n];
  for (const step of (await steps()).toSorted((one, other) => Number(one - other))) {
    // The first event after the step is searched for among those that were read, else by halves.
    const isRead = (known.get(until - 1n)?.position ?? -1n) > step;
    for (let beyond = isRead ? until : last.revision + 1n; after < beyond; ) {
      const middle = (after + beyond) / 2n;
      const event = await at(middle);
      if (event && event.position <= step) after = middle + 1n;
      else beyond = middle;
    }
    const from = after - AROUND > until ? after - AROUND : until;
    const most = Number(after + AROUND - from);
    if (most <= 0) continue;
    for await (const event of events(streamId, { from, maxCount: most })) known.set(event.revision, event);
    until = after + AROUND < last.revision ? after + AROUND : last.revision + 1n;
  }
  return {
    events: [...known.values()].sort((one, other) => Number(one.revision - other.revision)),
    count: last.revision + 1n,
  };
}
