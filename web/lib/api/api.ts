import { CORRELATION_ID_HEADER, IDEMPOTENCY_KEY_HEADER } from '#bff/contract/base/headers.ts';
import { ApiError, isCancelled } from '#web/lib/call/api-error.ts';
import type { Answer, AnyInput, AnyKey, Arguments, JsonKey } from '#web/lib/call/api-types.ts';
import { addressOf, realmOf } from '#web/lib/call/call-path.ts';
import type { Realm } from '#web/lib/call/realm.ts';
import { accessTokenOf, isClosing } from './session-atoms.ts';
import { endSession, followAccount, refreshSession } from './session-refresh.ts';

/** Tries of one call where no answer came, or only a gateway's. A write is safe to repeat, because its key stays the same. */
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MILLISECONDS = 400;
const RETRIED_STATUSES = new Set([502, 503, 504]);

/**
 * The store's address, the function that sends calls, and the question who somebody is, which the app sets (app/connect.ts): where the
 * person declines, it ends as cancelled. The server, which draws pages without a network or a person, sets its own.
 */
export const transport = {
  origin: globalThis.location?.origin,
  send: (address: string, init: RequestInit): Promise<Response> => fetch(address, init),
  prove: (_realm: Realm, refusal: ApiError): Promise<void> => Promise.reject(refusal),
};

/**
 * Calls a route of the contract: `api('POST /admin/deposits/:id/approve', { params: { id }, body })`. The contract determines the types of
 * input and answer. Throws ApiError.
 */
export function api<K extends JsonKey>(key: K, ...input: Arguments<K>): Promise<Answer<K>>;
export function api(key: AnyKey, input: AnyInput = {}): Promise<unknown> {
  return callJson(key, input);
}

/** The same for code that passes on an already typed call. */
export const callJson = async (key: AnyKey, input: AnyInput): Promise<unknown> => (await call(key, input)).json();

/** The response of a call that was not refused; ends the session where necessary. */
export async function call(key: AnyKey, input: AnyInput): Promise<Response> {
  const realm = realmOf(key);
  const needsSession = input.authenticated !== false;
  if (needsSession && isClosing(realm)) throw new DOMException('Signing out', 'AbortError');
  const idempotencyKey = key.startsWith('GET ') ? undefined : (input.idempotencyKey ?? crypto.randomUUID());
  let response = await send(key, input, idempotencyKey);
  if (response.status === 401 && needsSession && !input.endsSession) {
    if (await refreshSession(realm)) response = await send(key, input, idempotencyKey);
    if (response.status === 401) endSession(realm);
  }
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.code === 'step_up_required') {
    await transport.prove(realm, error);
    return call(key, { ...input, idempotencyKey } as AnyInput);
  }
  if (needsSession) await followAccount(error);
  throw error;
}

async function send(key: AnyKey, input: AnyInput, idempotencyKey: string | undefined): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === MAX_ATTEMPTS;
    try {
      const response = await transport.send(addressOf(key, input), requestInit(key, input, idempotencyKey));
      if (!RETRIED_STATUSES.has(response.status) || last) return response;
    } catch (cause) {
      if (isCancelled(cause)) throw cause;
      if (last || !navigator.onLine) throw new ApiError(0, {}, { cause });
    }
    await pause(RETRY_DELAY_MILLISECONDS * attempt, input.signal);
  }
}

/** What the user did last, and how many reads may show it: they stand beside it in a trace. */
const READS_AFTER = 9;
let action = '';
let left = 0;

function requestInit(key: AnyKey, input: AnyInput, idempotencyKey: string | undefined): RequestInit {
  const headers = new Headers({ accept: 'application/json' });
  const token = input.authenticated === false ? null : accessTokenOf(realmOf(key));
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (idempotencyKey) {
    headers.set(IDEMPOTENCY_KEY_HEADER, idempotencyKey);
    action = idempotencyKey;
    left = READS_AFTER;
  }
  if (left-- > 0) headers.set(CORRELATION_ID_HEADER, action);
  const init: RequestInit = {
    method: key.slice(0, key.indexOf(' ')),
    headers,
    credentials: 'same-origin',
    signal: input.signal ?? null,
  };
  if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(input.body);
  }
  return init;
}

/** The ApiError of a refused response, whose body may be anything. */
async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) ?? {};
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(response.status, body, { retryAfterSeconds });
}

/** @throws the signal's reason, once it is aborted */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
