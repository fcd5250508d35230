import dns from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { WebhookAddressError, type WebhookAnswer, type WebhookSender } from '#bff/kit/ports/webhooks.ts';
import { isLoopback, isPublic } from './webhook-addresses.ts';

const ANSWER_LIMIT_MS = 10_000;
const MAX_ANSWER_BYTES = 1_024;

const NO_HTTPS = 'The address must begin with https://';
const NOT_PUBLIC = 'The address is not a public one.';

/**
 * Posts to addresses that customers choose, so all of them are treated as hostile. Only the public net is reached. That
 * is checked when the connection is made, because a name may then lead elsewhere. Nothing of ours is sent except the
 * message. `allowsLoopback` lets it reach this machine, also by http.
 */
export function createWebhookSender({
  allowsLoopback,
  answerLimitMs = ANSWER_LIMIT_MS,
}: {
  allowsLoopback: boolean;
  answerLimitMs?: number;
}): WebhookSender {
  const isAllowed = (address: string, isPlain: boolean) =>
    isLoopback(address) ? allowsLoopback : !isPlain && isPublic(address);

  const lookupFor =
    (isPlain: boolean): LookupFunction =>
    (host, options, done) => {
      dns.lookup(host, { ...options, all: true }, (error, addresses) => {
        const refused = addresses?.some(({ address }) => !isAllowed(address, isPlain));
        const [first] = addresses ?? [];
        if (error || refused || !first) done(error ?? new WebhookAddressError(NOT_PUBLIC), '');
        else if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      });
    };

  function problemOf(text: string): string | undefined {
    const url = new URL(text);
    const host = hostOf(url);
    const isPlain = url.protocol !== 'https:';
    if (isPlain && !(allowsLoopback && (host === 'localhost' || isLoopback(host)))) return NO_HTTPS;
    if (url.username !== '' || url.password !== '') return 'The address must not hold a name or password.';
    // A name is checked when it is used, by the address it leads to.
    return isIP(host) === 0 || isAllowed(host, isPlain) ? undefined : NOT_PUBLIC;
  }

  return {
    problemOf,
    post: (text, headers, body) =>
      new Promise<WebhookAnswer>((resolve, reject) => {
        const problem = problemOf(text);
        if (problem !== undefined) throw new WebhookAddressError(problem);
        const url = new URL(text);
        const isPlain = url.protocol !== 'https:';
        const signal = AbortSignal.timeout(answerLimitMs);
        const fail = (error: Error) =>
          reject(signal.aborted ? new Error(`No answer within ${answerLimitMs / 1_000} s.`) : error);
        const request = (isPlain ? requestPlain : requestTls)(url, {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: false,
          lookup: lookupFor(isPlain),
          signal,
        });
        request.on('error', fail);
        request.once('response', (response) => {
          let start = Buffer.alloc(0);
          const answer = () => resolve({ status: response.statusCode ?? 0, start: start.toString() });
          response.on('data', (chunk: Buffer) => {
            start = Buffer.concat([start, chunk]).subarray(0, MAX_ANSWER_BYTES);
            if (start.length < MAX_ANSWER_BYTES) return;
            answer();
            request.destroy();
          });
          response.once('end', answer);
          // It has taken the message, or refused it, before the rest of its answer was cut off.
          request.off('error', fail).on('error', answer);
          response.on('error', answer);
        });
        request.end(body);
      }),
  };
}

/** Without the brackets of an IPv6 address. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');
