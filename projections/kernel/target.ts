import type pg from 'pg';
import type { Changes } from './changes.ts';
import { type Checkpoint, inBatchTransaction, readCheckpoint, writeAtOnce } from './checkpoint.ts';

/** Another process writes these tables now: the rows that this one has in memory are invalid. */
export class SupersededError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SupersededError';
  }
}

/** A rebuild has replaced the tables that the prepared rows came from. */
export class ReplacedError extends Error {}

/** A batch is identified by its end: its events become garbage as soon as their rows are computed. */
export type Batch = { readonly events: number; readonly upTo: bigint; readonly time: string | null };

/** The tables and the checkpoint that batches are written to. They must be as the last batch left them. */
export function createTarget(writer: pg.ClientBase, schema: string, opened: Checkpoint) {
  const { fingerprint } = opened;
  let { position, generation } = opened;

  /** @throws SupersededError, ReplacedError */
  function checkUnchanged(now: Checkpoint): void {
    if (now.fingerprint !== fingerprint || now.position !== position) {
      throw new SupersededError('Another version of this program has taken over the read models.');
    }
    if (now.generation !== generation) {
      generation = now.generation;
      throw new ReplacedError();
    }
  }

  return {
    /** The checkpoint; −1 before the first event. */
    get position() {
      return position;
    },

    /** Writes a batch with its checkpoint in one transaction. @throws SupersededError, ReplacedError, database errors */
    async write(batch: Batch, { sql, statements }: Changes): Promise<void> {
      const move = { position: batch.upTo, events: batch.events, time: batch.time };
      if (statements.length === 0) {
        await writeAtOnce(writer, schema, { position, generation, fingerprint }, sql, move);
      } else {
        await inBatchTransaction(writer, schema, async (checkpoint) => {
          checkUnchanged(checkpoint);
          for (const run of statements) await run(writer);
          return move;
        });
      }
      position = batch.upTo;
    },

    /** Checks whether a rebuild has replaced the tables. @throws SupersededError */
    async look(): Promise<void> {
      try {
        checkUnchanged(await readCheckpoint(writer, schema));
      } catch (change) {
        if (!(change instanceof ReplacedError)) throw change;
      }
    },
  };
}
