import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BffDeps } from '#bff/kit/deps.ts';
import { isOfApi, isOfHealth, isOfLog, refuseOtherSpelling } from '#bff/kit/http/place.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';
import { createHostCheck } from './host-check.ts';
import { sharedCounts } from './shared-counts.ts';

/** Headers, cookies and the general rate limit. Only our own script files run, never inline scripts. */
export async function registerSecurity(
  app: FastifyInstance,
  deps: Pick<BffDeps, 'config' | 'security' | 'database' | 'logger'>,
): Promise<void> {
  const { config } = deps;
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'script-src-attr': ["'none'"],
        // Libraries of the screens set style attributes and inject style sheets at run time.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'frame-src': ["'self'", 'blob:'],
        // Blobs are made by our own code. Without them Chromium's PDF viewer, which counts as an object, stays empty.
        'object-src': ['blob:'],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
        // On plain http it would send the browser to https, which is not there.
        'upgrade-insecure-requests': config.secureCookies ? [] : null,
      },
    },
    strictTransportSecurity: config.secureCookies,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', createProtection());
  app.addHook('onRequest', dropGone);
  app.addHook('onRequest', refuseOtherSpelling);
  app.addHook('onRequest', createHostCheck(deps));
  app.addHook('onRequest', refuseCompressed);
  await app.register(cookie);
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    store: sharedCounts(app, deps),
    // RateLimit-Limit, -Remaining and -Reset on every counted answer, and Retry-After above the limit.
    enableDraftSpec: true,
    allowList: (request) => !(isOfApi(request) || isOfLog(request)) || isOfHealth(request),
    errorResponseBuilder: (_request, context) =>
      new ApiError(429, 'too_many_requests', 'Too many requests. Please wait a moment before trying again.', {
        retryAfterS: Math.ceil(context.ttl / 1_000),
      }),
  });
}

/** Browser features that the screens do not use are off, for them and for framed pages. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Sets helmet's headers and ours. They are computed once, because they are the same for every answer. Answers of the API are not cached,
 * unless their route says otherwise, as for pictures.
 */
function createProtection() {
  let headers: readonly (readonly [string, string])[] | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (headers) for (const [name, value] of headers) reply.raw.setHeader(name, value);
    else {
      reply.raw.setHeader('permissions-policy', PERMISSIONS_POLICY);
      reply.helmet();
      headers = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)] as const);
    }
    if (isOfApi(request)) reply.raw.setHeader('cache-control', 'no-store');
  };
}

/** No client needs to send compressed bodies, and a small one can be gigabytes in memory. */
async function refuseCompressed(request: FastifyRequest): Promise<void> {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity') return;
  throw new ApiError(415, 'compressed_body', 'This store takes no compressed requests. Nothing was read.');
}

/** A client that hung up early has no address to count by, and gets no answer. */
async function dropGone(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  return request.raw.socket.remoteAddress === undefined ? reply.hijack() : undefined;
}
