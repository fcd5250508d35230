import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import sse from '@fastify/sse';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { config as configureZod } from 'zod';
import '#bff/kit/http/fastify-types.ts';
import { CORRELATION_ID_HEADER } from '#bff/contract/base/headers.ts';
import { plainMessage } from '#bff/contract/base/plain-messages.ts';
import { noteRefusal } from '#bff/identity/security-events/note-refusal.ts';
import { registerAuthentication } from '#bff/identity/sessions/authentication.ts';
import { storeStateOf } from '#bff/identity/setup/store-state.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { registerJsonBody } from '#bff/kit/http/json-body.ts';
import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { ANSWER_LIMIT_MS, registerAnswerLimit } from '#bff/kit/plugins/answer-limit.ts';
import { registerDrain } from '#bff/kit/plugins/drain.ts';
import { refuseBrokenRequest, registerErrors, sendError } from '#bff/kit/plugins/errors.ts';
import { registerMetrics } from '#bff/kit/plugins/metrics.ts';
import { correlationIdOf, registerRequestLog } from '#bff/kit/plugins/request-log.ts';
import { registerSecurity } from '#bff/kit/plugins/security.ts';
import { registerStallLimit } from '#bff/kit/plugins/stall-limit.ts';
import { registerStaticWeb } from '#bff/kit/plugins/static-web.ts';
import { registerHealth } from '#bff/office/health/routes.ts';
import { emptyPages } from '#bff/office/texts/versions.ts';
import { registerOpenApi } from '#bff/outside/openapi/docs.ts';
import { NEWS_BEAT_MS, registerNews } from '#bff/people/notifications/news.ts';
import { FEATURES } from './features.ts';

configureZod({ customError: plainMessage });

/** JSON bodies; files come as multipart with limits of their own. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Comments keep proxies from closing a stream that has nothing to send. */
const HEARTBEAT_MS = 15_000;
/** Time that requests under way have after a stop. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Longer than balancers keep a connection that nobody uses (Caddy: 2 minutes), or one would send a request as it is closed here. */
const KEEP_ALIVE_MS = 150_000;

const NO_PAGE = '/not-found';
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) && !url.startsWith('/api') && /\btext\/html\b/.test(headers.accept ?? '');

type AppOptions = {
  readonly answerLimitMs?: number;
  readonly newsBeatMs?: number;
  /** The counts of its process, to which its own are added. */
  readonly registry?: Registry | undefined;
  /** Traces requests. It comes before every route. */
  readonly watchRequests?: ((app: FastifyInstance) => Promise<void>) | undefined;
};

/**
 * The whole HTTP side as one Fastify app that does not listen yet: tests use `inject`, `programs/web.ts` uses `listen`. Every request gets an answer
 * within `answerLimitMs`, even if it is a 503.
 */
export async function buildApp(
  deps: BffDeps,
  { answerLimitMs = ANSWER_LIMIT_MS, newsBeatMs = NEWS_BEAT_MS, registry, watchRequests }: AppOptions = {},
): Promise<FastifyInstance> {
  const { trustProxy } = deps.config;
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    // Our own log line contains less: see request-log.ts.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlation_id' }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // What comes on a connection that is still open is answered.
    return503OnClosing: false,
    genReqId: ({ headers }) => {
      const id = correlationIdOf(headers[CORRELATION_ID_HEADER]);
      headers[CORRELATION_ID_HEADER] = id;
      return id;
    },
    routerOptions: { ignoreTrailingSlash: true },
    // The router's own errors (a malformed address) come before any route. They get the shape of all others.
    // A browser that asks for a page is led to the page that says that there is none.
    frameworkErrors: (error, request, reply) =>
      wantsPage(request) ? reply.redirect(NO_PAGE) : sendError(error, request, reply),
    clientErrorHandler: refuseBrokenRequest,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerDrain(app);
  await watchRequests?.(app);
  registerErrors(app, (error, request) => noteRefusal(deps, error, request));
  registerJsonBody(app);
  registerAnswerLimit(app, answerLimitMs);
  registerStallLimit(app);
  registerRequestLog(app, deps.config.jwtSecret ?? randomUUID());
  await registerSecurity(app, deps);
  await app.register(multipart, { throwFileSizeLimit: false, preservePath: true });
  await registerOpenApi(app, deps);
  registerMetrics(app, deps, registry);
  await registerStaticWeb(app, deps, storeStateOf(deps), () => emptyPages(deps.settings));
  await registerAuthentication(app, deps);
  await app.register(sse, { heartbeatInterval: HEARTBEAT_MS });
  app.addHook('onClose', () => answersAreKept(deps));
  registerNews(app, deps, newsBeatMs);
  registerHealth(app, deps);
  for (const register of FEATURES) register(app, deps);
  return app;
}
