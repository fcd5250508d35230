import type { Readable } from 'node:stream';
import type { BucketRequests } from './bucket-requests.ts';
import { errorIn, escapeXml, tagIn } from './bucket-xml.ts';

/** The smallest that a part may have, but for the last one: what an upload holds in memory. */
const PART_BYTES = 5 * 1024 * 1024;

export async function putBytes(requests: BucketRequests, key: string, body: Buffer): Promise<void> {
  const answer = await requests.must('PUT', requests.urlOf(key), { body });
  await answer.body?.cancel();
}

/** Content of unknown length. Nobody sees it before its end, and what breaks off is removed. */
export async function putStream(requests: BucketRequests, key: string, content: Readable): Promise<void> {
  const { must, ask, urlOf, readText } = requests;
  const etags: string[] = [];
  let uploadId: string | undefined;
  let size = 0;
  try {
    for await (const { bytes, isLast } of inParts(content)) {
      if (isLast && uploadId === undefined) return await putBytes(requests, key, bytes);
      uploadId ??= tagIn(await readText(await must('POST', urlOf(key, { uploads: '' }))), 'UploadId') ?? '';
      const part = { partNumber: String(etags.length + 1), uploadId };
      const answer = await must('PUT', urlOf(key, part), { body: bytes });
      await answer.body?.cancel();
      etags.push(answer.headers.get('etag') ?? '');
      size += bytes.length;
    }
    await complete(requests, { key, uploadId: uploadId ?? '', etags, size });
  } catch (error) {
    // Where this fails too, a later start removes what is left.
    if (uploadId !== undefined) await ask('DELETE', urlOf(key, { uploadId })).catch(() => undefined);
    throw error;
  }
}

type Upload = {
  readonly key: string;
  readonly uploadId: string;
  readonly etags: readonly string[];
  readonly size: number;
};

async function complete(requests: BucketRequests, { key, uploadId, etags, size }: Upload): Promise<void> {
  const { insist, ask, refused, urlOf, readText } = requests;
  const parts = etags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const { answer, isRepeated } = await insist('POST', urlOf(key, { uploadId }), { body });
  const text = await readText(answer);
  const code = errorIn(text);
  // A long one is answered with 200 before it is done, and its body says how it ended.
  if (answer.ok && code === undefined) return;
  // The answer to the first one was lost: the upload is over, and the object is there.
  if (isRepeated && code === 'NoSuchUpload') {
    const there = await ask('HEAD', urlOf(key));
    if (Number(there?.headers.get('content-length')) === size) return;
  }
  throw refused('POST', answer, text);
}

/** A stream in parts of one size; the last one has the rest. */
async function* inParts(content: Readable): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let chunks: Buffer[] = [];
  let held = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    chunks.push(Buffer.from(chunk));
    held += chunk.length;
    // A full part may be the last one, so it waits for more.
    while (held > PART_BYTES) {
      const all = Buffer.concat(chunks);
      yield { bytes: all.subarray(0, PART_BYTES), isLast: false };
      chunks = [Buffer.from(all.subarray(PART_BYTES))];
      held -= PART_BYTES;
    }
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
