import { ApiError } from '#web/lib/call/api-error.ts';
import type { CallOptions, FileKey, Input } from '#web/lib/call/api-types.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { call } from './api.ts';
import type { Download } from './file.ts';

/** Opens a stream of server-sent events. Throws ApiError. */
export async function openStream<K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await call(key, input);
  if (!body) throw new ApiError(0, {});
  return body;
}

/** Fetches a file; its name is the server's, else the fallback. Throws ApiError (also from a JSON error body). */
export async function fetchFile<K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
  fallbackName: string,
): Promise<Download> {
  const response = await call(key, input);
  return (await import('./file.ts')).readFile(response, fallbackName);
}

/** @throws ApiError */
export async function downloadFile<K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
  fallbackName: string,
): Promise<void> {
  const { blob, filename } = await fetchFile(key, input, fallbackName);
  (await import('./file.ts')).saveBlob(blob, filename);
}

/** The same for buttons: a toast shows a failure, in these words. */
export const saveFile = <K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
  fallbackName: string,
  failed: string,
  title?: string,
): Promise<void> => downloadFile(key, input, fallbackName).catch((error) => toastError(error, failed, title));

/** Saves what the page has; a toast shows a failure, in these words. */
export const saveText = (text: string, filename: string, failed: string): Promise<void> =>
  import('./file.ts')
    .then(({ saveBlob }) => saveBlob(new Blob([text], { type: 'text/plain' }), filename))
    .catch((error) => toastError(error, failed));
