import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '#infra/seed/random.ts';
import type { Violations } from './violations.ts';

/** An impatient client disconnects after this long, and sends the request again. */
const HURRIED_MS = { least: 5, most: 120 };
const HURRIED_SHARE = 0.08;
const ANSWER_LIMIT_MS = 15_000;
/** No part may be unavailable for longer than this once the faults are over. */
const GIVE_UP_MS = 180_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;
/** Temporary refusals: the same request may succeed later. */
const COME_BACK_CODES = ['conflict', 'idempotency_in_progress'];
const MAX_KEPT_FAILURES = 20;

const ErrorAnswer = z.object({ code: z.string().default(''), message: z.string().default('') });

export type Answer = { readonly status: number; readonly code: string; readonly body: unknown };
export type Caller = {
  get(path: string): Promise<Answer>;
  /** Repeats the request, under one Idempotency-Key, until it gets a final answer. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object | FormData): Promise<Answer>;
};

/** How often requests met which temporary failures, besides their final answers. */
export type Weather = { readonly counts: Map<string, number>; readonly unforeseen: string[] };
export const createWeather = (): Weather => ({ counts: new Map(), unforeseen: [] });

/** One person's client: repeats a request until the result is known. */
export function createCaller(options: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly random: Random;
  readonly weather: Weather;
  readonly violations: Violations;
}): Caller {
  const { url, headers, random, weather, violations } = options;
  const note = (what: string) => weather.counts.set(what, (weather.counts.get(what) ?? 0) + 1);

  async function once(
    method: string,
    path: string,
    body: object | undefined,
    key: string,
  ): Promise<Answer | undefined> {
    const isHurried = method !== 'GET' && random.chance(HURRIED_SHARE);
    const limitMs = isHurried ? random.int(HURRIED_MS.least, HURRIED_MS.most) : ANSWER_LIMIT_MS;
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...headers,
          ...(method === 'GET' ? {} : { 'idempotency-key': key }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(limitMs),
      });
      const text = await response.text();
      const parsed: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
      const { code, message } = ErrorAnswer.catch({ code: '', message: '' }).parse(parsed);
      if (response.status >= 500 || response.status === 429 || COME_BACK_CODES.includes(code)) {
        note(`${response.status} ${code}`);
        if (response.status === 503 && response.headers.get('retry-after') === null) {
          violations.add(`${method} ${path} answered 503 without Retry-After: ${text.slice(0, 300)}`);
        }
        if (response.status >= 500 && response.status !== 503 && weather.unforeseen.length < MAX_KEPT_FAILURES) {
          weather.unforeseen.push(`${response.status} on ${method} ${path}: ${message}`);
        }
        return undefined;
      }
      if (response.status === 401 || response.status === 403) {
        violations.add(`${method} ${path} answered ${response.status} to somebody who may: ${text.slice(0, 300)}`);
      }
      return { status: response.status, code, body: parsed };
    } catch (error) {
      note(isHurried ? 'hung up by the client' : `no answer (${causeOf(error)})`);
      return undefined;
    }
  }

  async function untilAnswered(method: string, path: string, body?: object): Promise<Answer> {
    const key = randomUUID();
    const deadline = Date.now() + GIVE_UP_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const answer = await once(method, path, body, key);
      if (answer) return answer;
      if (Date.now() > deadline) throw new Error(`${method} ${path} had no answer for ${GIVE_UP_MS / 1_000} s.`);
      await delay(pauseMs / 2 + random.next() * pauseMs);
    }
  }

  return { get: (path) => untilAnswered('GET', path), send: untilAnswered };
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name;
}
