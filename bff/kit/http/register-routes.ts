import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { ErrorBody } from '#bff/contract/base/common.ts';
import { READ_FROM_HEADER, READ_MODEL_AS_OF_HEADER, READ_MODEL_POSITION_HEADER } from '#bff/contract/base/headers.ts';
import type { RouteContract, RouteTable } from '#bff/contract/base/route.ts';
import { EVENT_STREAM } from '#bff/contract/people/notification.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { forbidden } from '#bff/kit/lib/api-error.ts';
import { byOneVersion } from '#bff/kit/lib/held-settings.ts';
import type { RequestActor } from './actor.ts';
import { authorize } from './authorize.ts';
import { createCall, type Handler } from './call.ts';
import { createFreshnessLook } from './freshness-look.ts';
import { idempotencyKeyOf, withIdempotency } from './idempotency.ts';
import { requireMayDecide } from './own-customer.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';

type Freshness = Awaited<ReturnType<BffDeps['readModels']['freshness']>>;

export type Handlers<T extends RouteTable> = { readonly [Name in keyof T]: Handler<T[Name]> };

/** Registers what is of one folder. */
export type RegisterFeature = (app: FastifyInstance, deps: BffDeps) => void;

/**
 * Every route of a contract table with its handler: input is parsed and answers are checked by the contract's
 * schemas, the caller is authorised as the contract says, writes honour Idempotency-Key, reads say how fresh they are.
 */
export const feature =
  <T extends RouteTable>(table: T, handlersOf: (deps: BffDeps, app: FastifyInstance) => Handlers<T>): RegisterFeature =>
  (app, deps) => {
    const handlers = handlersOf(deps, app);
    for (const [name, route] of Object.entries(table)) {
      // Only Handlers<T> knows the types of one entry; from here on the schemas check them at run time.
      const handler = handlers[name as keyof T] as Handler<RouteContract> | undefined;
      if (handler === undefined) throw new Error(`The route ${name} has no handler.`);
      app.route({
        method: route.method,
        url: route.path,
        schema: schemaOf(route),
        config: {
          contract: route,
          ...(route.rate_limit === 'auth'
            ? { rateLimit: { max: deps.config.authRateLimitPerMinute, timeWindow: '1 minute' } }
            : {}),
        },
        // After the request was counted, because keys could else be guessed without a limit; before the body is read.
        preParsing: async (request) => authorize(request.actor, route),
        preValidation: route.body ? [emptyBody, refuseUnstorable] : [refuseUnstorable],
        // There is no other answer, whatever the Accept header says. A HEAD request would open a stream that nobody reads.
        ...(route.file === EVENT_STREAM ? { sse: 'manual' as const, exposeHeadRoute: false } : {}),
        handler: handlerOf(deps, route, handler),
      });
    }
  };

/** Whether it answers a page of a list. */
export const isList = ({ method, response, query }: RouteContract): boolean =>
  method === 'GET' && response !== undefined && query instanceof z.ZodObject && 'page' in query.shape;

/** Ends a write of a test key. At this point its caller and its input were checked, which is all that a test key is for. */
function refuseTestKey(actor: RequestActor): void {
  if (actor.kind !== 'customer' || actor.via.kind !== 'api-key' || !actor.via.isTest) return;
  throw forbidden(
    'test_key',
    'This call is sound, and nothing was done: a test key changes nothing. With a live key the same call is carried out.',
  );
}

function handlerOf(deps: BffDeps, route: RouteContract, handler: Handler<RouteContract>): RouteHandlerMethod {
  const look = createFreshnessLook(deps.readModels);
  const standby = isList(route) ? deps.standby : undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = idempotencyKeyOf(request, route);
    const { actor } = request;
    const run = async () => {
      if (actor.kind === 'administrator' && route.method !== 'GET') {
        await requireMayDecide(deps, actor, route.path, request);
      }
      return handler(createCall(deps, request, reply, key));
    };
    if (route.method !== 'GET') refuseTestKey(request.actor);
    if (route.method === 'GET') {
      // Files do not come from the read models.
      if (route.file) return run();
      // Looks before it reads, so that the rows are at least as fresh as the header says.
      const fresh = await look();
      const { answer, from } = standby ? await standby.read(run) : { answer: await run(), from: undefined };
      if (from) reply.header(READ_FROM_HEADER, from);
      sayHowFresh(fresh, reply);
      return answer;
    }
    const successStatus = route.status ?? 200;
    reply.code(successStatus);
    return byOneVersion(() =>
      key === undefined ? run() : withIdempotency(deps, request, reply, key, successStatus, run),
    );
  };
}

/** A missing body counts as an empty one: each missing field is named then, and a body whose fields all have defaults may be left out. */
async function emptyBody(request: FastifyRequest): Promise<void> {
  request.body = request.body ?? {};
}

function sayHowFresh(fresh: Freshness, reply: FastifyReply): void {
  if (!fresh) return;
  reply.header(READ_MODEL_POSITION_HEADER, fresh.position.toString());
  if (fresh.asOf) reply.header(READ_MODEL_AS_OF_HEADER, fresh.asOf.toISOString());
}

function schemaOf(route: RouteContract): FastifySchema {
  return {
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.response
      ? { response: { [route.status ?? 200]: route.response, '4xx': ErrorBody, '5xx': ErrorBody } }
      : {}),
  };
}
