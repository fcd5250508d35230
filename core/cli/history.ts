import { InvalidArgumentError } from 'commander';
import {
  type Category,
  ledgerCodec,
  ledgerEvents,
  type RecordedLedgerEvent,
  STREAM_PREFIXES,
} from '#core/aggregates/events.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import { EventDecodeError } from '#core/kernel/log/event-codec.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { describeEvent } from './describe-event.ts';
import { didYouMean, findId, findStream, type Name } from './names.ts';
import { nearestOf } from './nearest.ts';
import { CliError } from './output.ts';
import { isWithin, type Log, replay, replayStream } from './replay.ts';
import { type Column, type Format, timeFor, writeRows } from './table.ts';

export type HistoryOptions = {
  readonly stream?: Name;
  readonly customer?: Name;
  readonly wallet?: Name;
  readonly from?: Date;
  readonly to?: Date;
  readonly type?: readonly string[];
  readonly limit?: number;
  readonly follow?: boolean;
  readonly format: Format;
};

export const eventColumns = (format: Format): readonly Column<RecordedLedgerEvent>[] => [
  { name: 'Time', width: 20, cut: 'never', of: ({ metadata }) => timeFor(format)(metadata.time) },
  { name: 'Position', width: 10, align: 'right', of: ({ position }) => `${position}` },
  { name: 'Stream', width: 47, cut: 'first', of: ({ streamId }) => streamId },
  { name: 'Revision', width: 8, align: 'right', of: ({ revision }) => `${revision}` },
  { name: 'Type', width: 27, of: ({ type }) => type },
  {
    name: 'By',
    width: 22,
    cut: 'first',
    of: ({ metadata: { actor } }) => `${actor.kind} ${format === 'table' ? shortId(actor.id) : actor.id}`,
  },
  { name: 'Details', width: 40, of: describeEvent },
];

/** Replays the log and prints what happened, oldest first. With --follow, it also prints what happens next. */
export async function history(log: Log, signal: AbortSignal, options: HistoryOptions): Promise<void> {
  const { from, to, type, limit = Number.POSITIVE_INFINITY, follow = false, format } = options;
  const find = (category: Category, name: Name | undefined) => name && findId(log, category, name);
  const belongs = ownerFilter(await find('customer', options.customer), await find('wallet', options.wallet));
  const stream = options.stream && (await findStream(log, options.stream));
  let forged: EventDecodeError | undefined;
  async function* wanted() {
    let left = limit;
    try {
      for await (const { event, isNew } of follow ? followed(log.store, stream, signal) : past(log, stream)) {
        // A live view shows of the past what --from selects. The rest is read to find the owner's streams.
        if (!belongs(event) || !isWithin(event, from, to) || (follow && !isNew && !from)) continue;
        if (type && !type.includes(event.type)) continue;
        yield event;
        left -= 1;
        if (left === 0) break;
      }
    } catch (error) {
      // The events before a forged one are right, so they are shown.
      if (!(error instanceof EventDecodeError)) throw error;
      forged = error;
    }
  }
  const shown = await writeRows({ ...log, format, isLive: follow }, wanted(), eventColumns(format));
  if (forged) throw forged;
  if (shown === 0) throw new CliError('No event matches. Look at the filters, or at `history` without any.');
  log.output.note(`${shown} ${shown === 1 ? 'event' : 'events'}`);
}

type Seen = { readonly event: RecordedLedgerEvent; readonly isNew: boolean };

async function* past(log: Log, stream: string | undefined): AsyncGenerator<Seen> {
  for await (const event of stream ? replayStream(log.store, stream) : replay(log)) yield { event, isNew: false };
}

async function* followed(store: EventStore, stream: string | undefined, signal: AbortSignal): AsyncGenerator<Seen> {
  let isNew = false;
  const prefixes = stream ? [stream] : STREAM_PREFIXES;
  for await (const items of store.subscribe({ after: null, prefixes, signal })) {
    for (const item of items) {
      if (item.kind === 'caught-up') isNew = true;
      if (item.kind === 'event') yield { event: ledgerCodec.decode(item.event), isNew };
    }
  }
  signal.throwIfAborted();
}

const EVENT_TYPES: readonly string[] = Object.keys(ledgerEvents);

/** Collects the requested types, in any case. */
export function parseTypes(name: string, before: readonly string[] | undefined): string[] {
  const type = EVENT_TYPES.find((known) => known.toLowerCase() === name.toLowerCase());
  if (!type) {
    const near = EVENT_TYPES.filter((known) => known.toLowerCase().includes(name.toLowerCase())).join(', ');
    const hint = didYouMean(near || nearestOf(name, EVENT_TYPES)) || ' See docs/events.md for all of them.';
    throw new InvalidArgumentError(`There is no event ${name}.${hint}`);
  }
  return [...(before ?? []), type];
}

/**
 * A stream belongs to a customer or a wallet when its first event names it; so does an event that names it itself. The
 * first event of a stream also comes first in the log, so one pass is enough.
 */
function ownerFilter(customer: string | undefined, wallet: string | undefined) {
  if (!customer && !wallet) return () => true;
  const streams = new Set<string>();
  if (customer) streams.add(`customer-${customer}`);
  if (wallet) streams.add(`wallet-${wallet}`);
  return (event: RecordedLedgerEvent): boolean => {
    const data: Readonly<Record<string, unknown>> = event.data;
    const isNamed =
      (customer !== undefined && data.customerId === customer) || (wallet !== undefined && data.walletId === wallet);
    if (isNamed) streams.add(event.streamId);
    return isNamed || streams.has(event.streamId);
  };
}

/** The beginning of a UUID is enough for people; a process's name is not shortened. */
const shortId = (id: string): string => (isCanonicalUuid(id) ? id.slice(0, 8) : id);
