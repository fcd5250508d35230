import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BffDeps } from '#bff/deps.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { createHostCheck } from './host-check.ts';

/** Headers, cookies and the general rate limit. Scripts come from our own files only; inline ones never run. */
export async function registerSecurity(
  app: FastifyInstance,
  deps: Pick<BffDeps, 'config' | 'security'>,
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
        // A blob is of our own making; without it Chromium's PDF viewer, which counts as an object, stays empty.
        'object-src': ['blob:'],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
        // On plain http it would send the browser to an https that is not there.
        'upgrade-insecure-requests': config.secureCookies ? [] : null,
      },
    },
    strictTransportSecurity: config.secureCookies,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', createProtection());
  app.addHook('onRequest', dropGone);
  app.addHook('onRequest', createHostCheck(deps));
  app.addHook('onRequest', refuseCompressed);
  await app.register(cookie);
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    // RateLimit-Limit, -Remaining and -Reset on every answer that is counted, and Retry-After where it is too much.
    enableDraftSpec: true,
    allowList: (request) => !request.url.startsWith('/api/') || request.url.startsWith('/api/health/'),
    errorResponseBuilder: (_request, context) =>
      new ApiError(429, 'too_many_requests', 'Too many requests. Please wait a moment before trying again.', {
        retryAfterS: Math.ceil(context.ttl / 1_000),
      }),
  });
}

/** What the screens have no use for is off, for them and for whatever they might frame. */
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
 * Sets helmet's headers and ours. They are the same for every answer, and helmet would put them together each time. An answer of the
 * API is kept nowhere, unless its route says otherwise, as pictures do.
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
    if (request.url.startsWith('/api/')) reply.raw.setHeader('cache-control', 'no-store');
  };
}

/** Nobody needs to send us anything compressed, and what is small on the line can be gigabytes in memory. */
async function refuseCompressed(request: FastifyRequest): Promise<void> {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity') return;
  throw new ApiError(415, 'compressed_body', 'This store takes no compressed requests. Nothing was read.');
}

/** Who hung up before the request was looked at has no address to count by, and hears no answer. */
async function dropGone(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  return request.raw.socket.remoteAddress === undefined ? reply.hijack() : undefined;
}
