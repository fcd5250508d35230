import { AGGREGATES } from '#core/aggregates/aggregates.ts';
import { ledgerCodec } from '#core/aggregates/events.ts';
import type { SnapshotCodec } from '#core/kernel/commands/aggregate.ts';
import { readSnapshot, SNAPSHOT_PREFIX, SnapshotError, snapshotStreamOf } from '#core/kernel/commands/read-snapshot.ts';
import { remember } from '#core/kernel/commands/stream-state.ts';
import type { AnyAggregate, StreamPoint, StreamState } from '#core/kernel/commands/types.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';

/** The aggregates whose streams get snapshots. */
const SNAPSHOTTED = [AGGREGATES.wallet as unknown as AnyAggregate];
const SNAPSHOT_STREAM = new RegExp(`^${SNAPSHOT_PREFIX}v\\d+-`);

/**
 * Replays the stream behind each of these streams of snapshots, and checks that its snapshot equals what its events
 * lead to. Returns how many do, and what is wrong with the others, a line each.
 * @throws DomainError unavailable; EventDecodeError
 */
export async function auditSnapshots(
  store: EventStore,
  snapshotStreams: Iterable<string>,
): Promise<{ readonly sound: number; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  let sound = 0;
  for (const name of snapshotStreams) {
    const verdict = await auditOne(store, name);
    if (verdict === 'sound') sound += 1;
    else if (verdict !== 'none') {
      problems.push(
        `The snapshot of ${name.replace(SNAPSHOT_STREAM, '')} ${verdict.problem}: delete the stream ${name}`,
      );
    }
  }
  return { sound, problems };
}

/** The streams of snapshots that this program would read for a stream of the ledger. */
export function snapshotStreamsOf(streamId: string): string[] {
  const snapshot = SNAPSHOTTED.find(({ category }) => streamId.startsWith(`${category}-`))?.snapshot;
  return snapshot ? [snapshotStreamOf(streamId, snapshot.shape)] : [];
}

async function auditOne(store: EventStore, name: string): Promise<'none' | 'sound' | { readonly problem: string }> {
  const streamId = name.replace(SNAPSHOT_STREAM, '');
  const aggregate = SNAPSHOTTED.find(({ category }) => streamId.startsWith(`${category}-`));
  // Another version of the program wrote it: this one never reads it.
  if (!aggregate?.snapshot || !snapshotStreamsOf(streamId).includes(name)) return 'none';
  try {
    const snapshot = await readSnapshot(store, aggregate, streamId);
    if (!snapshot) return 'none';
    const replayed = await replayTo(store, aggregate, streamId, snapshot.revision);
    if (textOf(aggregate.snapshot, snapshot) === textOf(aggregate.snapshot, replayed)) return 'sound';
    return { problem: 'is not what its events lead to, and commands may have been decided on it' };
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    return { problem: `is not used, for ${error.message}` };
  }
}

type Replayed = Pick<StreamState, 'state' | 'recent'>;

async function replayTo(
  store: EventStore,
  { decider }: AnyAggregate,
  streamId: string,
  revision: bigint,
): Promise<Replayed> {
  let state = decider.initialState;
  const recent = new Map<string, StreamPoint>();
  for await (const stored of store.readStream(streamId, { maxCount: Number(revision) + 1 })) {
    const event = ledgerCodec.decode(stored);
    state = decider.evolve(state, event);
    remember(recent, event.metadata.commandId, event);
  }
  return { state, recent };
}

function textOf(codec: SnapshotCodec<unknown>, { state, recent }: Replayed): string {
  const { head, entries } = codec.encode(state, 0);
  return JSON.stringify([head, [...entries], [...recent].map(([commandId, at]) => [commandId, `${at.revision}`])]);
}
