import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { BucketAddress } from './bucket-address.ts';
import { errorIn } from './bucket-xml.ts';
import type { Failure } from './object-store.ts';

const SEND_TIMEOUT_MS = 60_000;
/** Until the answer begins; how long it takes to read depends on its reader. */
const ANSWER_TIMEOUT_MS = 15_000;
const RETRIES = 5;
const FIRST_PAUSE_MS = 50;

/** What servers say, for people. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'it does not know the key',
  SignatureDoesNotMatch: 'the secret is not that of the key',
  AccessDenied: 'the key may not do this; it needs to list, read, write and delete',
  NoSuchBucket: 'there is no such bucket',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  AuthorizationHeaderMalformed: 'the region is another one',
  PermanentRedirect: 'the region is another one',
};

type Sent = { readonly body?: Buffer; readonly timeoutMs?: number };
type Answered = { readonly answer: Response; readonly isRepeated: boolean };

export type BucketRequests = ReturnType<typeof createRequests>;

/** Signed requests to one bucket. One whose answer was lost, or that a busy server refused, is sent again. */
export function createRequests({ name, url, endpoint, keys }: BucketAddress, failure: Failure) {
  const aws = new AwsClient({ ...keys, service: 's3' });

  /** Nobody answers. */
  const away = (error: unknown): Error => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message || cause.name : String(cause);
    return failure(`${endpoint} cannot be reached (${why}).`, { cause: error });
  };
  const refused = (method: string, { status, statusText }: Response, text: string): Error => {
    const code = errorIn(text) ?? statusText;
    const reason = REASONS[code];
    return failure(`${name} refused ${method} with ${status} (${code})${reason ? `: ${reason}` : ''}.`);
  };

  /** One request. The time limit ends when the answer begins. */
  async function send(method: string, to: string, { body, timeoutMs }: Sent = {}): Promise<Response> {
    const tooLong = new AbortController();
    const limitMs = timeoutMs ?? (body ? SEND_TIMEOUT_MS : ANSWER_TIMEOUT_MS);
    const timer = setTimeout(() => tooLong.abort(new NoAnswerError(limitMs)), limitMs);
    // The content is signed too: what was changed on its way is refused.
    const headers = { 'accept-encoding': 'identity', 'x-amz-content-sha256': hashOf(body ?? '') };
    try {
      const request = await aws.sign(to, { method, headers, ...(body ? { body: Buffer.from(body) } : {}) });
      return await fetch(request, { signal: tooLong.signal, redirect: 'manual' });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sent until it is answered. Every request here may be repeated. @throws the failure */
  async function insist(method: string, to: string, sent: Sent = {}): Promise<Answered> {
    for (let tries = 0; ; tries += 1) {
      const answer = await send(method, to, sent).catch((error: unknown) => {
        if (error instanceof NoAnswerError || tries === RETRIES) throw away(error);
        return undefined;
      });
      const isBusy = answer === undefined || answer.status >= 500 || answer.status === 429;
      if (answer && (!isBusy || tries === RETRIES)) return { answer, isRepeated: tries > 0 };
      await answer?.body?.cancel();
      await delay(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
    }
  }

  /** @returns undefined where there is no such object. @throws the failure */
  async function ask(method: string, to: string, sent: Sent = {}): Promise<Response | undefined> {
    const { answer } = await insist(method, to, sent);
    if (answer.ok) return answer;
    const text = await answer.text().catch(() => '');
    if (answer.status === 404 && errorIn(text) !== 'NoSuchBucket') return undefined;
    throw refused(method, answer, text);
  }

  return {
    away,
    refused,
    send,
    insist,
    ask,
    /** @throws the failure, also where nothing is there */
    async must(method: string, to: string, sent: Sent = {}): Promise<Response> {
      const answer = await ask(method, to, sent);
      if (answer) return answer;
      throw failure(`${name} is no bucket that can be used (404).`);
    },
    async readText(answer: Response): Promise<string> {
      try {
        return await answer.text();
      } catch (error) {
        throw away(error);
      }
    },
    urlOf(key: string, query: Readonly<Record<string, string>> = {}): string {
      const search = new URLSearchParams(query).toString();
      const place = key === '' ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`;
      return `${url}${place}${search ? `?${search}` : ''}`;
    },
  };
}

class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(limitMs: number) {
    super(`no answer within ${limitMs / 1_000} s`);
  }
}

const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
