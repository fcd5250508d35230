import { ApiError, isCancelled } from '#web/lib/call/api-error.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';

export type Download = { blob: Blob; filename: string };

/** A file that takes longer says every so often how far it is. */
const TELL_EVERY_MILLISECONDS = 3_000;

/**
 * Reads the file of an answer, which may come while the server still writes it. Its name is the server's, else the fallback.
 * @throws ApiError where it breaks off: what came of it is not saved, because a part of a table looks like the whole.
 */
export async function readFile({ status, body, headers }: Response, fallbackName: string): Promise<Download> {
  const filename = filenameOf(headers) ?? fallbackName;
  const chunks: BlobPart[] = [];
  let [bytes, isTold] = [0, false];
  const telling = setInterval(() => {
    isTold = true;
    toast.info(`Downloading ${filename}`, `${formatBytes(bytes)} so far. It is saved when it is complete.`);
  }, TELL_EVERY_MILLISECONDS);
  try {
    for await (const chunk of chunksOf(body)) {
      chunks.push(chunk);
      bytes += chunk.length;
    }
  } catch (cause) {
    if (isCancelled(cause)) throw cause;
    const message = `${filename} broke off after ${formatBytes(bytes)}. Nothing was saved: please try again.`;
    throw new ApiError(status, { message, code: 'download_broke_off' }, { cause });
  } finally {
    clearInterval(telling);
  }
  if (isTold) toast.success(`${filename} is complete`, formatBytes(bytes));
  return { blob: new Blob(chunks, { type: headers.get('content-type') ?? '' }), filename };
}

/** Not every browser can loop over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null) {
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) return;
    yield value;
  }
}

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
