import pg from 'pg';

/**
 * Counts the statements that are sent to Postgres from now on, `begin` and `commit` included, by connections whose application name passes.
 * Call `stop` afterwards.
 */
export function watchStatements(isWatched: (applicationName: string | undefined) => boolean) {
  type Sender = { readonly connectionParameters: { readonly application_name?: string } };
  const { prototype } = pg.Client;
  const send = prototype.query as (this: unknown, ...args: unknown[]) => unknown;
  const texts: string[] = [];
  prototype.query = function watched(this: unknown, ...args: unknown[]) {
    const [first] = args;
    if (isWatched((this as Sender).connectionParameters.application_name)) {
      texts.push(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''));
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
