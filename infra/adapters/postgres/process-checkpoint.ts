import type pg from 'pg';
import type { CheckpointPort } from '#core/processes/ports.ts';

/** Stores how far the process of this name has followed the log. */
export function createProcessCheckpoint(pool: pg.Pool, name: string): CheckpointPort {
  return {
    async load() {
      const { rows } = await pool.query<{ position: string }>(
        'select position::text as position from app.process_checkpoint where name = $1',
        [name],
      );
      const row = rows[0];
      return row ? BigInt(row.position) : null;
    },
    async save(position) {
      // Prepared once for each connection, because it runs several times a second.
      await pool.query({
        name: 'process-checkpoint-save',
        text: `insert into app.process_checkpoint (name, position) values ($1, $2)
          on conflict (name) do update set position = excluded.position, saved_at = now()`,
        values: [name, position.toString()],
      });
    },
  };
}
