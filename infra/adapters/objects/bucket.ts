import { Readable } from 'node:stream';
import { readBucketAddress } from './bucket-address.ts';
import { type BucketRequests, createRequests } from './bucket-requests.ts';
import { putBytes, putStream } from './bucket-upload.ts';
import { elementsIn, tagIn } from './bucket-xml.ts';
import type { Failure, ObjectStore, ObjectStoreState } from './object-store.ts';

const STATE_TIMEOUT_MS = 2_000;
/** Balancers ask each second, and each look into a bucket is paid for. */
const STATE_HELD_MS = 10_000;

/**
 * A bucket of S3, or of a server that speaks its protocol. Its own settings protect it: versions or a lock keep what a
 * stolen key would remove.
 * @param url `s3://key:secret@bucket/prefix?region=…&endpoint=…&token=…`. @throws the failure
 */
export function openBucket(
  url: string,
  { failure, variable }: { readonly failure: Failure; readonly variable: string },
): ObjectStore {
  let held: { readonly at: number; readonly state: Promise<ObjectStoreState> } | undefined;
  const address = readBucketAddress(url, { failure, variable });
  // What failed says more than an earlier look.
  const requests = createRequests(address, (message, options) => {
    held = undefined;
    return failure(message, options);
  });
  const { ask, urlOf } = requests;
  const keyOf = (name: string): string => (address.prefix ? `${address.prefix}/${name}` : name);
  const nameOf = (xml: string): string => (tagIn(xml, 'Key') ?? '').slice(keyOf('').length);

  return {
    name: address.name,
    put: (name, content) =>
      content instanceof Readable
        ? putStream(requests, keyOf(name), content)
        : putBytes(requests, keyOf(name), Buffer.from(content)),
    async open(name) {
      const answer = await ask('GET', urlOf(keyOf(name)));
      if (!answer) return undefined;
      const bytes = Number(answer.headers.get('content-length'));
      return { stream: Readable.from(whole(answer, bytes, requests), { objectMode: false }), bytes };
    },
    async list(folder) {
      const query = { 'list-type': '2', prefix: keyOf(folder === '' ? '' : `${folder}/`) };
      const found = await pages(requests, query, 'Contents', { 'continuation-token': 'NextContinuationToken' });
      return found
        .map((one) => ({
          name: nameOf(one),
          bytes: Number(tagIn(one, 'Size')),
          modifiedMs: Date.parse(tagIn(one, 'LastModified') ?? ''),
        }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async remove(name) {
      await (await ask('DELETE', urlOf(keyOf(name))))?.body?.cancel();
    },
    async prepare(unfinishedBefore) {
      const next = { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' };
      for (const upload of await pages(requests, { uploads: '', prefix: keyOf('') }, 'Upload', next)) {
        if (Date.parse(tagIn(upload, 'Initiated') ?? '') >= unfinishedBefore.getTime()) continue;
        await ask('DELETE', urlOf(keyOf(nameOf(upload)), { uploadId: tagIn(upload, 'UploadId') ?? '' }));
      }
    },
    state() {
      if (!held || Date.now() - held.at > STATE_HELD_MS) held = { at: Date.now(), state: look(requests, keyOf('')) };
      return held.state;
    },
  };
}

/** The elements of a list, over all its pages. `next`: the parameters of the next page, by the tags that have them. */
async function pages(
  { must, urlOf, readText }: BucketRequests,
  query: Readonly<Record<string, string>>,
  element: string,
  next: Readonly<Record<string, string>>,
): Promise<string[]> {
  const found: string[] = [];
  for (let page: Record<string, string> | undefined = {}; page !== undefined; ) {
    const xml: string = await readText(await must('GET', urlOf('', { ...query, ...page })));
    found.push(...elementsIn(xml, element));
    const entries = Object.entries(next).map(([parameter, tag]) => [parameter, tagIn(xml, tag) ?? '']);
    page = tagIn(xml, 'IsTruncated') === 'true' ? Object.fromEntries(entries) : undefined;
  }
  return found;
}

/** The body of an answer. One that is cut short is an error, and no end. */
async function* whole({ body }: Response, bytes: number, { away }: BucketRequests): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    for await (const chunk of body ?? []) {
      read += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw away(error);
  }
  if (read !== bytes) throw away(new Error(`${read} of ${bytes} bytes came`));
}

async function look({ send, refused, away, urlOf }: BucketRequests, prefix: string): Promise<ObjectStoreState> {
  const found = (problem: string | null, isRefused = false) => ({ problem, isRefused, freeBytes: null });
  try {
    const query = { 'list-type': '2', prefix, 'max-keys': '1' };
    const answer = await send('GET', urlOf('', query), { timeoutMs: STATE_TIMEOUT_MS });
    const text = await answer.text();
    if (answer.ok) return found(null);
    return found(refused('GET', answer, text).message, answer.status < 500 && answer.status !== 429);
  } catch (error) {
    return found(away(error).message);
  }
}
