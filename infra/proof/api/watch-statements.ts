import pg from 'pg';

/** What a new connection asks of its server, the requests that are counted once a second for all callers, and the position that one looks up for all. */
const SENT_BY_CHANCE = /pg_is_in_recovery|app\.request_count|read\.checkpoint/;

/**
 * Counts the statements that are sent to Postgres from now on, `begin` and `commit` included, by connections whose application name passes.
 * Those whose sender is chance are left out. Call `stop` afterwards.
 */
export function watchStatements(isWatched: (applicationName: string | undefined) => boolean) {
  type Sender = { readonly connectionParameters: { readonly application_name?: string } };
  const { prototype } = pg.Client;
  const send = prototype.query as (this: unknown, ...args: unknown[]) => unknown;
  const texts: string[] = [];
  prototype.query = function watched(this: unknown, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    if (!SENT_BY_CHANCE.test(text) && isWatched((this as Sender).connectionParameters.application_name)) {
      texts.push(text);
    }
    return send.apply(this, args);
  } as typeof prototype.query;
  return {
    texts: texts as readonly string[],
    stop: () => {
      prototype.query = send as typeof prototype.query;
    },
  };
}
