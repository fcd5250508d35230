/** slonik has limits of its own, a minute for a statement. These are for connections of `pg`. */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** On a connection whose server is gone no answer comes, so the client stops waiting by itself a little later. */
const ANSWER_GRACE_MS = 5_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

/** What each connection of `pg` waits at most: to connect, for a statement, and for a server that is silent. */
export const connectionLimits = (statementTimeoutMs: number = STATEMENT_TIMEOUT_MS) => ({
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: statementTimeoutMs,
  query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
});
