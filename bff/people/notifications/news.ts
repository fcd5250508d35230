import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { News } from '#bff/contract/people/notification.ts';
import { findCaller } from '#bff/identity/sessions/authentication.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { actorKey, type RequestActor } from '#bff/kit/http/actor.ts';
import { authorize } from '#bff/kit/http/authorize.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { type Happened, listHappened } from './happened.ts';

/** Limits of one process and of one caller. A browser closes its stream while the tab is hidden. */
const MAX_STREAMS = 2_000;
const MAX_STREAMS_PER_CALLER = 10;
/** Events come in groups (an order is placed, paid and fulfilled), so those within this time are sent together. */
const COALESCE_MS = 200;
/** With more events at once, each stream reads its bell instead of checking them. */
const MAX_HAPPENED = 500;
/**
 * How often a stream reads its bell without an event: for ended sessions, readers who left, marks set in another window, and changes that
 * are not in the log (support tickets).
 */
export const NEWS_BEAT_MS = 10_000;
const RETRY_AFTER_S = 30;

/** Events that change a waiting order. */
export const ORDER_WENT_ON: readonly string[] = [
  'OrderPaid',
  'OrderPartlyFulfilled',
  'OrderFulfilled',
  'OrderRestReleased',
  'OrderCancelled',
  'OrderRefunded',
];

/** Lists that a stream asks its reader to load again. */
type Stale = 'orders' | 'approvals';

type NewsSource = {
  /** Whether an event may change their bell. */
  readonly mayRing: (event: Happened) => boolean;
  readonly stale: (event: Happened) => Stale | undefined;
  readonly read: () => Promise<News>;
};

type NewsStream = {
  readonly owner: string;
  look(): void;
  onEvents(happened: readonly Happened[]): void;
  end(): void;
};

type NewsHub = {
  /**
   * Answers with a stream of server-sent events until the session ends, the caller leaves or the process stops. The caller's roles are
   * checked at each message, so a removed role ends its messages.
   * @throws ApiError 429, 503 when there are too many
   */
  open<Caller extends RequestActor>(
    request: FastifyRequest,
    reply: FastifyReply,
    sourceOf: (caller: Caller) => NewsSource,
  ): Promise<FastifyReply>;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The open event streams. */
    news: NewsHub;
  }
}

/** Notifies the open streams of this process of events that the read models have passed. One for each app: `app.news`. */
export function registerNews(app: FastifyInstance, deps: BffDeps, beatMs: number): void {
  const streams = new Set<NewsStream>();
  let reached = -1n;
  let sent = -1n;
  let isNotifying = false;

  const notify = async () => {
    while (streams.size > 0 && reached > sent) {
      await delay(COALESCE_MS);
      const span = { after: sent, until: reached };
      const happened = await listHappened(deps.database, span, MAX_HAPPENED);
      sent = span.until;
      for (const stream of streams) stream.onEvents(happened);
    }
  };
  const unsubscribe = deps.readModels.onPosition((position) => {
    reached = position;
    // There are no streams. A later one reads the current state first, and gets the events that follow.
    if (streams.size === 0) sent = position;
    if (isNotifying) return;
    isNotifying = true;
    notify()
      // Postgres is away. The next position brings the missed events, and each stream reads its bell at the next beat.
      .catch((error: unknown) => deps.logger.warn({ err: error }, 'what happened could not be sent to open screens'))
      .finally(() => {
        isNotifying = false;
      });
  });

  // Runs before the server waits for its connections to end.
  app.addHook('preClose', async () => {
    unsubscribe();
    for (const stream of streams) stream.end();
  });
  app.decorate('news', {
    async open(request, reply, sourceOf) {
      const owner = actorKey(request.actor) ?? '';
      requireRoom(streams, owner);
      if (sent < 0n) sent = (await deps.readModels.freshness())?.position ?? -1n;
      // `authorize` lets only this kind of caller through, here and at each read.
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

  /** Whether the caller may still receive messages. A caller who may not ends the stream. */
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
  const sendStale = async (list: Stale, happened: readonly Happened[]) => {
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
    // The write of the last beat is still in the buffer, so nobody reads.
    if (reply.raw.writableLength > 0) reply.raw.destroy();
    else look();
  }, beatMs);
  sse.onClose(() => clearInterval(beat));
  return {
    owner,
    look,
    onEvents: (happened) => {
      if (happened.some(source.mayRing) || happened.length === MAX_HAPPENED) look();
      for (const list of new Set(happened.map(source.stale))) if (list) void inTurn(() => sendStale(list, happened));
    },
    end: () => sse.close(),
  };
}
