import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';

const Follower = z.object({
  name: z.enum(['processes', 'webhooks']),
  position: z.bigint(),
  savedAt: z.date(),
  haltedReason: z.string().nullable(),
});
type Follower = z.infer<typeof Follower>;

/** What follows the log beside the read models, and why it waits, if it does. */
export const listFollowers = (database: Queryable): Promise<readonly Follower[]> =>
  database.any(sql.type(Follower)`
    select name, position, saved_at as "savedAt", halted_reason as "haltedReason" from app.process_checkpoint
    where name = any(${sql.array([...Follower.shape.name.options], 'text')}) order by name`);
