import pg from 'pg';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { SUBSCRIPTION_LIMITS } from '#core/kernel/following/subscription-runner.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { Logger } from '#core/kernel/logger.ts';
import { connectWriter } from '../kernel/connection.ts';
import { decodeEvent } from '../kernel/engine.ts';
import { quoted } from '../kernel/names.ts';
import type { ProjectedEvent } from '../kernel/projection.ts';
import { openProjector, type Projector } from '../kernel/projector.ts';
import type { ReadModelDefinition } from '../kernel/schema.ts';
import { COPY_NAME, findCopy, markOf, ReplayError, schemaOf } from './copies.ts';

/** The role that queries the books by SQL, if it exists: read models contain no personal data. */
const READER = 'giftledger_finance';

export type CopyOptions = ReadModelDefinition & {
  readonly databaseUrl: string;
  readonly store: EventStore;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly name: string;
  /** Only what was recorded up to this moment. */
  readonly until: Date;
  readonly isReplacing: boolean;
  /** The position reached, and the position where the log ends. */
  readonly onProgress?: (position: bigint, end: bigint) => void;
};

/**
 * Builds the read models as of a moment in a separate schema, beside the live ones, which it does not touch. An
 * unfinished copy is removed.
 * @throws ReplayError for a name that is not a copy's, or is taken; PoisonEventError; errors of the servers
 */
export async function buildCopy(options: CopyOptions): Promise<{ readonly schema: string; readonly events: number }> {
  const { databaseUrl, name, until, isReplacing, signal } = options;
  if (!COPY_NAME.test(name)) {
    throw new ReplayError(`${name} is no name for a copy: take letters, digits and _, up to 40, a letter first.`);
  }
  const schema = schemaOf(name);
  const control = await connectWriter(databaseUrl, 'giftledger-replay');
  let projector: Projector | undefined;
  let isWhole = false;
  try {
    const present = await findCopy(control, name);
    if (present === 'not ours') throw new ReplayError(`The schema ${schema} is not a copy of ours: it stays as it is.`);
    if (present && !isReplacing) {
      throw new ReplayError(`${name} is there already (${present}). --replace builds it again; or take another name.`);
    }
    projector = await openProjector({ ...options, schema, isRebuild: true });
    if (!projector) throw new ReplayError('The replay was interrupted.');
    // Marked from the beginning, so that the remains of a crash are recognised as ours.
    await control.query(
      `comment on schema ${quoted(schema)} is ${pg.escapeLiteral(markOf(until))};
       do $$ begin if exists (select from pg_roles where rolname = '${READER}') then
         grant usage on schema ${quoted(schema)} to ${READER};
         grant select on all tables in schema ${quoted(schema)} to ${READER};
       end if; end $$`,
    );
    const events = await fill(projector, options);
    signal.throwIfAborted();
    isWhole = true;
    return { schema, events };
  } finally {
    await projector?.close().catch(() => undefined);
    if (projector && !isWhole)
      await control.query(`drop schema if exists ${quoted(schema)} cascade`).catch(() => undefined);
    await control.end().catch(() => undefined);
  }
}

/**
 * The events up to that time. Clocks of two parts differ: of each stream it takes what is before its first later event,
 * so that nothing is there without what it follows from.
 */
async function* eventsUntil({ store, until }: CopyOptions, end: bigint): AsyncGenerator<ProjectedEvent> {
  const ended = new Set<string>();
  for await (const stored of store.readAll({ prefixes: STREAM_PREFIXES })) {
    if (stored.position > end) return;
    const event = decodeEvent(stored);
    if (new Date(event.metadata.time) > until) ended.add(event.streamId);
    if (!ended.has(event.streamId)) yield event;
  }
}

async function fill(projector: Projector, options: CopyOptions): Promise<number> {
  const { store, signal, onProgress } = options;
  let end = -1n;
  for await (const last of store.readAll({ direction: 'backwards', maxCount: 1 })) end = last.position;
  let events = 0;
  let batch: ProjectedEvent[] = [];
  for await (const event of eventsUntil(options, end)) {
    if (signal.aborted) return events;
    events += 1;
    batch.push(event);
    if (batch.length < SUBSCRIPTION_LIMITS.batchEvents) continue;
    await projector.apply(batch);
    onProgress?.(event.position, end);
    batch = [];
  }
  await projector.apply(batch);
  await projector.confirmCaughtUp();
  return events;
}
