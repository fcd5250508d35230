import { IDEMPOTENCY_KEY_HEADER } from '#bff/contract/base/headers.ts';
import { ApiError } from '#web/lib/call/api-error.ts';
import type { Answer, AnyInput, AnyKey, Upload, UploadKey } from '#web/lib/call/api-types.ts';
import { addressOf, realmOf } from '#web/lib/call/call-path.ts';
import { accessTokenOf } from './session-atoms.ts';
import { endSession, followAccount, refreshSession } from './session-refresh.ts';

/** An upload whose types were checked where it was made. */
type AnyUpload = Pick<AnyInput, 'params' | 'signal' | 'idempotencyKey'> & {
  files?: Readonly<Record<string, File | null | undefined>>;
  fields?: Readonly<Record<string, string | null | undefined>>;
  onProgress?: ((fraction: number) => void) | undefined;
};

/**
 * Sends files to a route of the contract by XMLHttpRequest, the only way to see real upload progress: `upload('POST
 * /deposits/:id/payment-proof', { params: { id }, files: { payment_proof: file }, onProgress })`. Returns the parsed JSON. Throws ApiError,
 * or an AbortError where it is cancelled.
 */
export async function upload<K extends UploadKey>(key: K, input: Upload<K>): Promise<Answer<K>> {
  const given = input as AnyUpload;
  const realm = realmOf(key);
  const idempotencyKey = given.idempotencyKey ?? crypto.randomUUID();
  const form = formOf(given);
  let answer = await send(key, given, form, idempotencyKey);
  if (answer.status === 401) {
    if (await refreshSession(realm)) answer = await send(key, given, form, idempotencyKey);
    if (answer.status === 401) endSession(realm);
  }
  const body = parse(answer.responseText);
  if (answer.status >= 200 && answer.status < 300) return body as Answer<K>;
  const error = new ApiError(answer.status, body);
  await followAccount(error);
  throw error;
}

/** Text fields come first, because the server reads them before the files. */
function formOf({ fields = {}, files = {} }: AnyUpload): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) if (text !== null && text !== undefined) form.append(name, text);
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file, file.name);
  return form;
}

function send(key: AnyKey, input: AnyUpload, form: FormData, idempotencyKey: string): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const { onProgress, signal } = input;
    const request = new XMLHttpRequest();
    request.open(key.slice(0, key.indexOf(' ')), addressOf(key, input));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader(IDEMPOTENCY_KEY_HEADER, idempotencyKey);
    const token = accessTokenOf(realmOf(key));
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
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
