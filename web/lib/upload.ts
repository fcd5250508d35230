import { getDefaultStore } from 'jotai';
import { IDEMPOTENCY_KEY_HEADER } from '#bff/contract/headers.ts';
import { type ApiRequest, apiUrl } from './api.ts';
import { ApiError } from './api-error.ts';
import type { Realm } from './realm.ts';
import { sessionAtoms } from './session-atoms.ts';
import { endSession, refreshSession } from './session-refresh.ts';

export type UploadOptions = {
  /** 0 to 1, as the bytes really leave. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  query?: ApiRequest['query'];
  idempotencyKey?: string;
};

/**
 * Sends a form with files by XMLHttpRequest, the one way to see real upload progress. Answers the parsed JSON.
 * Throws ApiError, or an AbortError when cancelled.
 */
export async function upload<T>(realm: Realm, path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const key = options.idempotencyKey ?? crypto.randomUUID();
  let answer = await send(realm, path, form, key, options);
  if (answer.status === 401) {
    if (await refreshSession(realm)) answer = await send(realm, path, form, key, options);
    if (answer.status === 401) endSession(realm);
  }
  const body = parse(answer.responseText);
  if (answer.status < 200 || answer.status >= 300) throw new ApiError(answer.status, body);
  return body as T;
}

/** One file in one field: what most uploads are. */
export function fileForm(field: string, file: File): FormData {
  const form = new FormData();
  form.append(field, file, file.name);
  return form;
}

function send(
  realm: Realm,
  path: string,
  form: FormData,
  key: string,
  options: UploadOptions,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const { onProgress, signal } = options;
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl(realm, path, options.query));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader(IDEMPOTENCY_KEY_HEADER, key);
    const session = getDefaultStore().get(sessionAtoms[realm]);
    if (session.status === 'signed-in' && session.accessToken)
      request.setRequestHeader('authorization', `Bearer ${session.accessToken}`);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve(request));
    request.addEventListener('error', () => reject(new ApiError(0, {})));
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) reject(new DOMException('Cancelled', 'AbortError'));
    else request.send(form);
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return {};
  }
}
