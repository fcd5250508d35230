import pg from 'pg';

/**
 * Counts the statements that are sent to Postgres from now on, `begin` and `commit` included, by connections whose application name passes.
 * What a new connection asks of its server is none of those: who happens to open one is chance. Call `stop` afterwards.
 */
export function watchStatements(isWatched: (applicationName: string | undefined) => boolean) {
  type Sender = { readonly connectionParameters: { readonly application_name?: string } };
  const { prototype } = pg.Client;
  const send = prototype.query as (this: unknown, ...args: unknown[]) => unknown;
  const texts: string[] = [];
  prototype.query = function watched(this: unknown, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    if (!text.includes('pg_is_in_recovery') && isWatched((this as Sender).connectionParameters.application_name)) {
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
