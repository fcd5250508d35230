import type { FastifyRequest } from 'fastify';
import { forbidden } from '#bff/kit/lib/api-error.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses a write that another site's page made the browser send; it is for requests that a cookie lets in. (A bearer token needs no such
 * check, because no browser sends it by itself.) SameSite=Strict already guards against this; the check is a second lock, for browsers and
 * subdomains that get it wrong.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse();
  const origin = request.headers.origin;
  if (origin === undefined) {
    // A request without either is not a browser's form or script: every browser sends one of them on writes.
    if (site === undefined && request.headers.referer !== undefined) refuse();
    return;
  }
  if (origin !== new URL(publicUrl).origin && origin !== `${request.protocol}://${request.host}`) refuse();
}

function refuse(): never {
  throw forbidden('cross_origin', 'This request came from another site and was refused. Nothing was changed.');
}
