import type pg from 'pg';
import type { CheckpointPort } from '#core/kernel/following/checkpoint.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';

export type CheckpointRow = {
  readonly position: bigint;
  /** Another one than `position` where a version of before, which knows no events, moved that. */
  readonly at: bigint | null;
  readonly stream: string | null;
  readonly revision: bigint | null;
  readonly hash: string | null;
  readonly time: Date | null;
};
export const CHECKPOINT_COLUMNS =
  'position, event_position as at, event_stream as stream, event_revision as revision, event_hash as hash, event_time as time';

export function placeIn({ position, at, stream, revision, hash, time }: CheckpointRow): LogPlace {
  if (at !== position || stream === null || revision === null || hash === null) return { position, event: null };
  return { position, event: { streamId: stream, revision, hash, time: time?.toISOString() ?? '' } };
}

/** Stores how far the process of this name has followed the log. */
export function createProcessCheckpoint(pool: pg.Pool, name: string): CheckpointPort {
  return {
    async load() {
      const { rows } = await pool.query<CheckpointRow>(
        `select ${CHECKPOINT_COLUMNS} from app.process_checkpoint where name = $1`,
        [name],
      );
      const [row] = rows;
      return row ? placeIn(row) : null;
    },
    async save({ position, event }) {
      // Prepared once for each connection, because it runs several times a second.
      await pool.query({
        name: 'process-checkpoint-save',
        text: `insert into app.process_checkpoint (name, position, event_position, event_stream, event_revision, event_hash, event_time)
          values ($1, $2, case when $3::text is not null then $2::bigint end, $3, $4, $5, nullif($6, '')::timestamptz)
          on conflict (name) do update set position = excluded.position, event_position = excluded.event_position, event_stream = excluded.event_stream,
            event_revision = excluded.event_revision, event_hash = excluded.event_hash, event_time = excluded.event_time,
            saved_at = now()`,
        values: [
          ...[name, position.toString(), event?.streamId ?? null, event?.revision.toString() ?? null],
          ...[event?.hash ?? null, event?.time ?? ''],
        ],
      });
    },
    async noteHalt(reason) {
      await pool.query(
        'update app.process_checkpoint set halted_reason = $2 where name = $1 and halted_reason is distinct from $2',
        [name, reason],
      );
    },
  };
}
