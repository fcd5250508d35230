import { ApiError } from '#web/lib/call/api-error.ts';
import type { CallOptions, FileKey, Input } from '#web/lib/call/api-types.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { call } from './api.ts';

/** Opens a stream of server-sent events. Throws ApiError. */
export async function openStream<K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await call(key, input);
  if (!body) throw new ApiError(0, {});
  return body;
}

export type Download = { blob: Blob; filename: string };

/** Fetches a file; its name is the server's, else the fallback. Throws ApiError (also from a JSON error body). */
export async function fetchFile<K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
  fallbackName: string,
): Promise<Download> {
  const response = await call(key, input);
  return { blob: await response.blob(), filename: filenameOf(response.headers) ?? fallbackName };
}

/** @throws ApiError */
export async function downloadFile<K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
  fallbackName: string,
): Promise<void> {
  const { blob, filename } = await fetchFile(key, input, fallbackName);
  saveBlob(blob, filename);
}

/** The same for buttons: a toast shows a failure, in these words. */
export const saveFile = <K extends FileKey>(
  key: K,
  input: Input<K> & CallOptions,
  fallbackName: string,
  failed: string,
  title?: string,
): Promise<void> => downloadFile(key, input, fallbackName).catch((error) => toastError(error, failed, title));

export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser reads the blob after the click; a minute is ample and frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function filenameOf(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}
