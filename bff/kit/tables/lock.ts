import { type Queryable, sql } from './sql.ts';

/** Until the transaction ends, nobody else has a lock of that name. It writes nothing, so it holds back nothing of what the event store shows. */
export const lock = (transaction: Queryable, name: string) =>
  transaction.query(sql.void`select from pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
