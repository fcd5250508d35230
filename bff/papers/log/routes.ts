import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BffDeps } from '#bff/kit/deps.ts';
import { notFound } from '#bff/kit/lib/api-error.ts';
import { TILE_WIDTH } from '#core/proofs/check/merkle.ts';
import { entriesTile, parseTilePath, tileIn } from '#core/proofs/tiles.ts';
import { findHead, readEntries, readTileHashes } from './kept-log.ts';

const PUBLIC = { schema: { hide: true } };
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_SECONDS = 'public, max-age=5';

/** The log in the form of https://c2sp.org/tlog-tiles: the signed head, its tree, the hashes of its leaves, and the key. */
export function registerLog(app: FastifyInstance, { database }: Pick<BffDeps, 'database'>): void {
  const head = async () => {
    const published = await findHead(database);
    if (!published) throw notFound('The head of the log was not signed yet.');
    return published;
  };

  app.get('/tlog/checkpoint', PUBLIC, async (_request, reply) =>
    forAnybody(reply, FOR_SECONDS)
      .type('text/plain; charset=utf-8')
      .send((await head()).note),
  );
  app.get('/tlog/key', PUBLIC, async (_request, reply) =>
    forAnybody(reply, FOR_SECONDS)
      .type('text/plain; charset=utf-8')
      .send(`${(await head()).key}\n`),
  );
  app.get<{ Params: { '*': string } }>('/tlog/tile/*', PUBLIC, async (request, reply) => {
    const asked = parseTilePath(`tile/${request.params['*']}`);
    // Entries that no head covers are not published, because a crash may still cut them off.
    const whole = asked && tileIn(asked.level, asked.index, (await head()).size);
    if (!whole || asked.width > whole.width) throw notFound('The log has no such tile.');
    const start = asked.index * TILE_WIDTH;
    const tile =
      asked.level === 'entries'
        ? entriesTile(await readEntries(database, start, asked.width))
        : Buffer.concat(await readTileHashes(database, asked.level, start, asked.width));
    return forAnybody(reply, FOR_EVER).type('application/octet-stream').send(tile);
  });
}

/** Other sites may read it too, so that a statement can be checked anywhere. */
const forAnybody = (reply: FastifyReply, cacheControl: string): FastifyReply =>
  reply
    .header('cache-control', cacheControl)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin');
