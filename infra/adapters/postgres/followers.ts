import pg from 'pg';
import type { FollowerPlace } from '#core/kernel/following/checkpoint.ts';
import { type LogPlace, placeOf, problemOfPlace } from '#core/kernel/following/log-place.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { connectedUnlessAway } from './pool.ts';
import { CHECKPOINT_COLUMNS, type CheckpointRow, createProcessCheckpoint, placeIn } from './process-checkpoint.ts';

/** What follows the log and waits where it is another one; the jobs that follow the read models go by these. */
const FOLLOWERS = ['processes', 'webhooks'] as const;
const WEBHOOK_STREAMS = ['order-', 'deposit-', 'withdrawal-'];
const UNDEFINED_TABLE = '42P01';

/** How far the read models and the other followers of the log are; none when Postgres does not answer. */
export async function readFollowers(databaseUrl: string): Promise<readonly FollowerPlace[]> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, BigInt);
  const client = await connectedUnlessAway(databaseUrl, 'giftledger-followers', { types });
  if (!client) return [];
  try {
    const followers = await client.query<CheckpointRow & { readonly name: string }>(
      `select name, ${CHECKPOINT_COLUMNS} from app.process_checkpoint where name = any($1) order by name`,
      [FOLLOWERS],
    );
    const readModels = await client
      .query<CheckpointRow>(
        `select ${CHECKPOINT_COLUMNS} from (select *, position as event_position from read.checkpoint) as live where position >= 0`,
      )
      .catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return { rows: [] };
        throw error;
      });
    return [
      ...readModels.rows.map((row) => ({ name: 'read models', place: placeIn(row) })),
      ...followers.rows.map((row) => ({ name: row.name, place: placeIn(row) })),
    ];
  } finally {
    await client.end();
  }
}

/** Why this is not the log that was followed, by follower. One whose event cannot be looked for is left out. */
export async function problemsOfFollowers(databaseUrl: string, store: EventStore): Promise<readonly string[]> {
  const problems = (await readFollowers(databaseUrl)).map(async ({ name, place }) => {
    const problem = await problemOfPlace(store, place).catch(() => null);
    return problem === null ? [] : [`${name}: ${problem}`];
  });
  return (await Promise.all(problems)).flat();
}

/**
 * Lets the followers beside the read models that are of another log go on with this one; the running ones notice by
 * themselves. Returns what was done, in words.
 */
export async function acceptLog(pool: pg.Pool, store: EventStore): Promise<readonly string[]> {
  const done: string[] = [];
  for (const name of FOLLOWERS) {
    const checkpoint = createProcessCheckpoint(pool, name);
    const place = await checkpoint.load();
    if (!place || (await problemOfPlace(store, place)) === null) continue;
    if (name === 'processes') {
      // What follows from an event may have been lost with the end of the log. Steps that are there are not taken again.
      await pool.query('delete from app.process_checkpoint where name = $1', [name]);
      done.push('processes: every event is looked at again, and the steps that are missing are taken');
    } else done.push(await acceptForWebhooks(pool, store, place));
  }
  return done;
}

/** Events that receivers were told of before are not sent again: they go on after what had happened by then. */
async function acceptForWebhooks(pool: pg.Pool, store: EventStore, { event }: LogPlace): Promise<string> {
  const until = Date.parse(event?.time ?? '');
  for await (const stored of store.readAll({ direction: 'backwards', prefixes: WEBHOOK_STREAMS })) {
    const place = placeOf(stored);
    if (!(Date.parse(place.event?.time ?? '') <= until)) continue;
    await createProcessCheckpoint(pool, 'webhooks').save(place);
    // Endpoints hear of events after the position at which they were made.
    await pool.query('update app.webhook_endpoint set since_position = least(since_position, $1)', [
      place.position.toString(),
    ]);
    return `webhooks: go on after what happened until ${event?.time}`;
  }
  await pool.query("delete from app.process_checkpoint where name = 'webhooks'");
  await pool.query('update app.webhook_endpoint set since_position = least(since_position, -1)');
  return 'webhooks: begin with the first event, because the log has none of before';
}
