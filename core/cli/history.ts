import type { RecordedLedgerEvent } from '../events.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { isCanonicalUuid } from '../kernel/ids.ts';
import { describeEvent } from './describe-event.ts';
import type { Output } from './output.ts';
import { CliError } from './output.ts';
import { isWithin, replay, replayStream } from './replay.ts';
import { type Column, createRowWriter, type Format } from './table.ts';

export type HistoryOptions = {
  readonly stream?: string | undefined;
  readonly customer?: string | undefined;
  readonly wallet?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly type?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly format: Format;
};

const HISTORY_COLUMNS: readonly Column[] = [
  { name: 'Time', width: 20 },
  { name: 'Position', width: 10, align: 'right' },
  { name: 'Stream', width: 47 },
  { name: 'Rev', width: 4, align: 'right' },
  { name: 'Event', width: 27 },
  { name: 'By', width: 22 },
  { name: 'Details', width: 40 },
];

/** Replays the log and prints what happened, oldest first. */
export async function history(store: EventStore, output: Output, options: HistoryOptions): Promise<void> {
  const { stream, customer, wallet, from, to, type, limit = Number.POSITIVE_INFINITY, format } = options;
  const belongs = ownerFilter(customer, wallet);
  const types = type && new Set(type.map((name) => name.toLowerCase()));
  const writer = await createRowWriter(output, format, HISTORY_COLUMNS);
  let shown = 0;
  for await (const event of stream ? replayStream(store, stream) : replay(store, output)) {
    if (!belongs(event) || !isWithin(event, from, to)) continue;
    if (types && !types.has(event.type.toLowerCase())) continue;
    await writer.row(historyRow(event, format === 'table'));
    shown += 1;
    if (shown >= limit) break;
  }
  await writer.end();
  if (shown === 0) throw new CliError('No event matches. Look at the filters, or at `history` without any.');
  output.note(`${shown} ${shown === 1 ? 'event' : 'events'}`);
}

function historyRow(event: RecordedLedgerEvent, isForPeople: boolean): string[] {
  const { actor, time } = event.metadata;
  return [
    time.replace(/\.\d+Z$/, 'Z'),
    event.position.toString(),
    event.streamId,
    event.revision.toString(),
    event.type,
    `${actor.kind} ${isForPeople ? shortId(actor.id) : actor.id}`,
    describeEvent(event),
  ];
}

/**
 * A stream belongs to a customer or a wallet when its first event names it; so does an event that names it itself. The
 * first event comes first in the log as well, so one pass is enough.
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

/** The beginning of a UUID is enough for the eye; a process's name is left whole. */
const shortId = (id: string): string => (isCanonicalUuid(id) ? id.slice(0, 8) : id);
