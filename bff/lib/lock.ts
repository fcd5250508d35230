import { type Queryable, sql } from './sql.ts';

/** Until the transaction ends, nobody else has a lock of that name. It writes nothing, so it holds back nothing of what the event store shows. */
export const lock = (transaction: Queryable, name: string) =>
  transaction.query(sql.void`select from pg_advisory_xact_lock(hashtextextended(${name}, 0))`);

/** Shared with others who share it; apart from all who have it alone. */
export const lockShared = (transaction: Queryable, name: string) =>
  transaction.query(sql.void`select from pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`);
