import type { ErrorBody } from '#bff/contract/base/common.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#bff/contract/base/headers.ts';
import type { Answer, FileKey, JsonKey } from '#web/lib/call/api-types.ts';

type Sent = {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  readonly authorization: string | null;
};

type Reply<K extends JsonKey> = Answer<K> | Response;
/** The server's answers, by route: an answer of the contract, a refusal, or a function of the request. */
export type Answers = { [K in JsonKey]?: Reply<K> | ((sent: Sent) => Reply<K> | Promise<Reply<K>>) } & {
  [K in FileKey]?: Response;
};

export function refusal(status: number, body: ErrorBody): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** The API's answer for an unforeseen failure; the screens use their own words for it. */
export const UNFORESEEN = refusal(500, { message: 'Something went wrong on our side.', code: 'internal' });

/** Replaces the network: `answers` has the answer to every request of the page. Requests are recorded, and none leaves the process. */
export function fakeNetwork(answers: Answers) {
  const sent: Sent[] = [];
  const unexpected: string[] = [];
  const routes = Object.entries(answers).map(([key, answer]) => ({ key, answer, pattern: patternOf(key) }));
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), location.href);
    const call = `${init?.method ?? 'GET'} ${url.pathname}`;
    const found = routes.flatMap(({ key, answer, pattern }) => {
      const match = pattern.exec(call);
      return match ? [{ key, answer, params: { ...match.groups } }] : [];
    })[0];
    if (!found) {
      unexpected.push(call);
      return refusal(404, { message: `The test has no answer for ${call}.`, code: 'not_found' });
    }
    const headers = new Headers(init?.headers);
    const request: Sent = {
      key: found.key,
      params: found.params,
      query: Object.fromEntries(url.searchParams),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      idempotencyKey: headers.get(IDEMPOTENCY_KEY_HEADER),
      authorization: headers.get('authorization'),
    };
    sent.push(request);
    const reply: unknown = typeof found.answer === 'function' ? await found.answer(request) : found.answer;
    return reply instanceof Response ? reply.clone() : Response.json(reply);
  };
  return {
    /** Requests that change something, in order. */
    writes: () => sent.filter(({ key }) => !key.startsWith('GET ')),
    /** Calls without an answer. */
    unexpected,
  };
}

/** Matches the address of a route: 'GET /orders/:id' is 'GET /api/orders/<id>'. */
function patternOf(key: string): RegExp {
  const [method, path = ''] = key.split(' ');
  return new RegExp(`^${method} /api${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}
