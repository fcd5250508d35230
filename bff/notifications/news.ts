import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { News } from '#bff/contract/notification.ts';
import type { BffDeps } from '#bff/deps.ts';
import { actorKey, type RequestActor } from '#bff/http/actor.ts';
import { authorize } from '#bff/http/authorize.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { findCaller } from '#bff/plugins/authentication.ts';
import { type Happened, listHappened } from './happened.ts';

/** Streams of one process, and of one caller: a browser pauses its own while their tab is hidden. */
const MAX_STREAMS = 2_000;
const MAX_STREAMS_PER_CALLER = 10;
/** Events come in bunches (an order is placed, paid and fulfilled): what follows within this time is sent together. */
const COALESCE_MS = 200;
/** More events at once than this are not looked through: every stream looks for itself. */
const MAX_HAPPENED = 500;
/**
 * How often a stream looks though nothing was heard: for a session that has ended, a reader who is gone, marks set in
 * another window, and what is no event of the log (support tickets).
 */
export const NEWS_BEAT_MS = 10_000;
const RETRY_AFTER_S = 30;

/** After these an order that waited is another. */
export const ORDER_WENT_ON: readonly string[] = [
  'OrderPaid',
  'OrderPartlyFulfilled',
  'OrderFulfilled',
  'OrderRestReleased',
  'OrderCancelled',
  'OrderRefunded',
];

/** Lists that a stream says are to be read again. */
type Stale = 'orders' | 'approvals';

/** What one caller's stream tells. */
type NewsSource = {
  /** Whether their bell may show something else after an event. */
  readonly hears: (event: Happened) => boolean;
  /** Which of their lists an event makes old. */
  readonly stale: (event: Happened) => Stale | undefined;
  /** What their bell shows. */
  readonly read: () => Promise<News>;
};

type NewsStream = {
  readonly owner: string;
  look(): void;
  hear(happened: readonly Happened[]): void;
  end(): void;
};

export type NewsHub = {
  /**
   * Answers with a stream of server-sent events until the session ends, the caller leaves or the process stops. What it may tell is asked
   * of the caller as they are then: a role that was taken away ends what it brought.
   * @throws ApiError 429, 503 when there are too many
   */
  open<Caller extends RequestActor>(
    request: FastifyRequest,
    reply: FastifyReply,
    sourceOf: (caller: Caller) => NewsSource,
  ): Promise<FastifyReply>;
};

/** Tells the open streams of this process what happens, as the read models pass it. One for each app: `app.news`. */
export function registerNews(app: FastifyInstance, deps: BffDeps, beatMs: number): void {
  const streams = new Set<NewsStream>();
  let reached = -1n;
  let sent = -1n;
  let isTelling = false;

  const tell = async () => {
    while (streams.size > 0 && reached > sent) {
      await delay(COALESCE_MS);
      const span = { after: sent, until: reached };
      const happened = await listHappened(deps.database, span, MAX_HAPPENED);
      sent = span.until;
      for (const stream of streams) stream.hear(happened);
    }
  };
  const stopHearing = deps.readModels.onPosition((position) => {
    reached = position;
    // Nobody listens: who comes later reads what there is, and hears of what follows.
    if (streams.size === 0) sent = position;
    if (isTelling) return;
    isTelling = true;
    tell()
      // Postgres is away. The next position brings what was missed, and each stream looks for itself at its next beat.
      .catch((error: unknown) => deps.logger.warn({ err: error }, 'what happened could not be sent to open screens'))
      .finally(() => {
        isTelling = false;
      });
  });

  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => {
    stopHearing();
    for (const stream of streams) stream.end();
  });
  app.decorate('news', {
    async open(request, reply, sourceOf) {
      const owner = actorKey(request.actor) ?? '';
      requireRoom(streams, owner);
      if (sent < 0n) sent = (await deps.readModels.freshness())?.position ?? -1n;
      // `authorize` lets no other kind of caller through, here and at each look.
      const stream = createStream(app, deps, { request, reply, owner, sourceOf: sourceOf as SourceOf, beatMs });
      streams.add(stream);
      reply.sse.onClose(() => streams.delete(stream));
      stream.look();
      return reply.hijack();
    },
  });
}

type SourceOf = (caller: RequestActor) => NewsSource;

function requireRoom(streams: ReadonlySet<NewsStream>, owner: string): void {
  const own = [...streams].filter((stream) => stream.owner === owner).length;
  if (own < MAX_STREAMS_PER_CALLER && streams.size < MAX_STREAMS) return;
  const status = own < MAX_STREAMS_PER_CALLER ? 503 : 429;
  throw new ApiError(status, 'too_many_streams', 'Too many windows listen for news. They look once a minute instead.', {
    retryAfterS: RETRY_AFTER_S,
  });
}

function createStream(
  app: FastifyInstance,
  deps: BffDeps,
  {
    request,
    reply,
    owner,
    sourceOf,
    beatMs,
  }: { request: FastifyRequest; reply: FastifyReply; owner: string; sourceOf: SourceOf; beatMs: number },
): NewsStream {
  const { sse } = reply;
  sse.keepAlive();
  sse.sendHeaders();
  let source = sourceOf(request.actor);
  let shown = '';
  let isLooking = false;
  let isAskedAgain = false;

  /** Whether the caller may still hear anything; without leave the stream ends. */
  const isAllowed = async () => {
    const { contract } = request.routeOptions.config;
    if (!contract) return false;
    const caller = await findCaller(app, deps, request);
    authorize(caller, contract);
    source = sourceOf(caller);
    return sse.isConnected;
  };
  const lookOnce = async () => {
    if (!(await isAllowed())) return;
    const news = await source.read();
    if (JSON.stringify(news) === shown || !sse.isConnected) return;
    shown = JSON.stringify(news);
    await sse.send({ event: 'news', data: news });
  };
  const tellStale = async (list: Stale, happened: readonly Happened[]) => {
    if (!(await isAllowed()) || !happened.some((event) => source.stale(event) === list)) return;
    await sse.send({ event: list, data: {} });
  };
  const inTurn = (step: () => Promise<void>) =>
    step().catch((error: unknown) => {
      if (error instanceof ApiError) return sse.close();
      request.log.warn({ err: error }, 'a stream of news could not look');
    });
  const look = () => {
    isAskedAgain = isLooking;
    if (isLooking) return;
    isLooking = true;
    void inTurn(lookOnce).then(() => {
      isLooking = false;
      if (isAskedAgain && sse.isConnected) look();
    });
  };
  const beat = setInterval(() => {
    // What was written a beat ago has not been taken yet: nobody reads.
    if (reply.raw.writableLength > 0) reply.raw.destroy();
    else look();
  }, beatMs);
  sse.onClose(() => clearInterval(beat));
  return {
    owner,
    look,
    hear: (happened) => {
      if (happened.some(source.hears) || happened.length === MAX_HAPPENED) look();
      for (const list of new Set(happened.map(source.stale))) if (list) void inTurn(() => tellStale(list, happened));
    },
    end: () => sse.close(),
  };
}
