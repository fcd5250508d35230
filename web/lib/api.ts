import { getDefaultStore } from 'jotai';
import { IDEMPOTENCY_KEY_HEADER } from '#bff/contract/headers.ts';
import { ApiError, isCancelled } from './api-error.ts';
import { REALMS, type Realm } from './realm.ts';
import { sessionAtoms } from './session-atoms.ts';
import { endSession, refreshSession } from './session-refresh.ts';

export type QueryValue = string | number | boolean | null | undefined | readonly string[];

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Empty values are left out; lists are joined with commas. */
  query?: Record<string, QueryValue>;
  /** Sent as JSON, or as it is when it is FormData. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** For writes; one is made when none is given, and kept over the retries of this call. */
  idempotencyKey?: string;
  /** False for sign-in and the like: no token is sent and a 401 is an answer, not the end of the session. */
  authenticated?: boolean;
  /** True for sign-out: a 401 means it has happened already. */
  endsSession?: boolean;
};

/** Tries of one call when no answer came, or only a gateway's: a write is safe to repeat because its key is the same. */
const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MILLISECONDS = 400;
const RETRIED_STATUSES = new Set([502, 503, 504]);
/** After a sign-out no call leaves for this long, so that a screen still closing cannot ask with a dead token. */
const LOGOUT_BLOCK_MILLISECONDS = 1000;
const blockedUntil: Record<Realm, number> = { customer: 0, admin: 0 };

/** Holds back the realm's calls for a second; they end as cancelled, which nobody is told of. */
export function blockCalls(realm: Realm): void {
  blockedUntil[realm] = Date.now() + LOGOUT_BLOCK_MILLISECONDS;
}

/** A call of the customer's API: path below /api. Answers the parsed JSON; throws ApiError. */
export const apiFetch = <T>(path: string, request: ApiRequest = {}): Promise<T> =>
  callJson<T>('customer', path, request);

/** A call of the administrator's API: path below /api/admin. Answers the parsed JSON; throws ApiError. */
export const adminFetch = <T>(path: string, request: ApiRequest = {}): Promise<T> =>
  callJson<T>('admin', path, request);

export type Download = { blob: Blob; filename: string };

/** Fetches a file; its name is the server's, else the fallback. Throws ApiError (also from a JSON error body). */
export async function fetchFile(
  realm: Realm,
  path: string,
  fallbackName: string,
  request: ApiRequest = {},
): Promise<Download> {
  const response = await call(realm, path, request);
  return { blob: await response.blob(), filename: filenameOf(response.headers) ?? fallbackName };
}

/** Fetches a file and hands it to the browser to save. */
export async function downloadFile(
  realm: Realm,
  path: string,
  fallbackName: string,
  request: ApiRequest = {},
): Promise<void> {
  const { blob, filename } = await fetchFile(realm, path, fallbackName, request);
  saveBlob(blob, filename);
}

/** Saves a blob under a name. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser reads the blob after the click; a minute is ample and frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The full address of a call, with its query. */
export function apiUrl(realm: Realm, path: string, query: ApiRequest['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === '') continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') parameters.set(name, text);
  }
  const search = parameters.toString();
  return `${REALMS[realm].base}${path}${search ? `?${search}` : ''}`;
}

async function callJson<T>(realm: Realm, path: string, request: ApiRequest): Promise<T> {
  const response = await call(realm, path, request);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

async function call(realm: Realm, path: string, request: ApiRequest): Promise<Response> {
  const needsSession = request.authenticated !== false;
  if (needsSession && Date.now() < blockedUntil[realm]) throw new DOMException('Signing out', 'AbortError');
  const method = request.method ?? 'GET';
  const key = method === 'GET' ? undefined : (request.idempotencyKey ?? crypto.randomUUID());
  let response = await send(realm, path, request, method, key);
  if (response.status === 401 && needsSession && !request.endsSession) {
    if (await refreshSession(realm)) response = await send(realm, path, request, method, key);
    if (response.status === 401) endSession(realm);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function send(
  realm: Realm,
  path: string,
  request: ApiRequest,
  method: string,
  key: string | undefined,
): Promise<Response> {
  const url = apiUrl(realm, path, request.query);
  for (let attempt = 1; ; attempt += 1) {
    const last = attempt === MAX_ATTEMPTS;
    try {
      const response = await fetch(url, requestInit(realm, request, method, key));
      if (!RETRIED_STATUSES.has(response.status) || last) return response;
    } catch (cause) {
      if (isCancelled(cause)) throw cause;
      if (last || !navigator.onLine) throw new ApiError(0, {}, { cause });
    }
    await pause(RETRY_DELAY_MILLISECONDS * attempt, request.signal);
  }
}

function requestInit(realm: Realm, request: ApiRequest, method: string, key: string | undefined): RequestInit {
  const headers = new Headers({ accept: 'application/json' });
  const session = getDefaultStore().get(sessionAtoms[realm]);
  if (request.authenticated !== false && session.status === 'signed-in' && session.accessToken) {
    headers.set('authorization', `Bearer ${session.accessToken}`);
  }
  if (key) headers.set(IDEMPOTENCY_KEY_HEADER, key);
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: request.signal ?? null };
  if (request.body instanceof FormData) init.body = request.body;
  else if (request.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(request.body);
  }
  return init;
}

/** The ApiError of a refused response; its body may be anything. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => ({}));
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(response.status, body, { retryAfterSeconds: Number.isNaN(retryAfter) ? undefined : retryAfter });
}

function filenameOf(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
