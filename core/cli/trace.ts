import { InvalidArgumentError } from 'commander';
import { CATEGORIES, ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { isCanonicalUuid } from '#core/kernel/commands/ids.ts';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { describeEvent } from './describe-event.ts';
import { eventColumns } from './history.ts';
import { findStream, parseName } from './names.ts';
import { CliError, type Output } from './output.ts';
import { type Log, replayStored, replayStream } from './replay.ts';
import { inSeconds, writeRows } from './table.ts';

/** More than any one action causes; bounds the tree in memory. */
const MAX_TRACED_EVENTS = 5_000;

/**
 * Everything under a correlation id as a tree of causes; or under the correlation ids of an object's events, one event
 * or one command.
 */
export async function trace(
  log: Log,
  wanted: string,
  { json = false }: { readonly json?: boolean } = {},
): Promise<void> {
  const id = await meantBy(log, wanted);
  const correlations = await correlationsOf(log, id);
  if (correlations.size === 0) {
    throw new CliError(`Nothing in the log is called ${id}: no correlation, command, event or object.`);
  }
  const events = await eventsOf(log, correlations);
  if (json) await writeJson(log.output, events);
  else await writeTree(log.output, correlations, events);
}

/** Ids of an event, read without parsing it: nearly all events belong to something else. */
const namesIn = ({ metadata }: StoredEvent) =>
  (metadata ?? {}) as {
    readonly correlationId?: unknown;
    readonly commandId?: unknown;
    readonly causationId?: unknown;
  };

/** The correlations of an object are in its own stream; others are searched for in the whole log. */
async function correlationsOf(log: Log, id: string): Promise<Set<string>> {
  const correlations = new Set<string>();
  for (const streamId of isCanonicalUuid(id) ? CATEGORIES.map((category) => `${category}-${id}`) : [id]) {
    for await (const event of replayStream(log.store, streamId)) correlations.add(event.metadata.correlationId);
  }
  if (correlations.size > 0) return correlations;
  for await (const stored of replayStored(log)) {
    const { correlationId, commandId, causationId } = namesIn(stored);
    if (id !== correlationId && id !== commandId && id !== causationId && id !== stored.id) continue;
    correlations.add(ledgerCodec.decode(stored).metadata.correlationId);
  }
  return correlations;
}

/** Ids of correlations, commands and events are given in full; streams may be shortened, and papers have their numbers. */
async function meantBy(log: Log, wanted: string): Promise<string> {
  if (isCanonicalUuid(wanted)) return wanted;
  try {
    return await findStream(log, parseName()(wanted));
  } catch (error) {
    // Correlation ids that come from elsewhere may be any text.
    if (error instanceof InvalidArgumentError) return wanted;
    throw error;
  }
}

async function eventsOf(log: Log, correlations: ReadonlySet<string>): Promise<RecordedLedgerEvent[]> {
  const events: RecordedLedgerEvent[] = [];
  for await (const stored of replayStored(log)) {
    const { correlationId } = namesIn(stored);
    if (typeof correlationId !== 'string' || !correlations.has(correlationId)) continue;
    events.push(ledgerCodec.decode(stored));
    if (events.length >= MAX_TRACED_EVENTS) {
      log.output.note(`Only the first ${MAX_TRACED_EVENTS} events are shown.`);
      break;
    }
  }
  return events;
}

const writeJson = (output: Output, events: readonly RecordedLedgerEvent[]) =>
  writeRows({ output, format: 'json' }, events, [
    ...eventColumns('json'),
    { name: 'Id', width: 36, of: ({ id }) => id },
    { name: 'Correlation', width: 36, of: ({ metadata }) => metadata.correlationId },
    { name: 'Cause', width: 36, of: ({ metadata }) => metadata.causationId },
  ]);

async function writeTree(
  output: Output,
  correlations: ReadonlySet<string>,
  events: readonly RecordedLedgerEvent[],
): Promise<void> {
  const byCause = Map.groupBy(events, (event) => event.metadata.causationId);
  const known = new Set(events.map((event) => event.id));
  const print = async (event: RecordedLedgerEvent, depth: number): Promise<void> => {
    const { time, actor } = event.metadata;
    const branch = depth === 0 ? '' : `${'   '.repeat(depth - 1)}└─ `;
    await output.line(
      `${inSeconds(time)}  ${branch}${event.type}  ${event.streamId}@${event.revision}  ${describeEvent(event)}  [${actor.kind} ${actor.id}]`,
    );
    for (const next of byCause.get(event.id) ?? []) await print(next, depth + 1);
  };
  for (const correlation of correlations) {
    await output.line(`Correlation ${correlation}`);
    const roots = events.filter(
      (event) => event.metadata.correlationId === correlation && !known.has(event.metadata.causationId),
    );
    for (const root of roots) await print(root, 0);
    await output.line();
  }
}
