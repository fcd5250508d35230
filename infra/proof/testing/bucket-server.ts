import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const [KEY, SECRET, REGION, BUCKET] = ['store', 'se+cret/of the bucket', 'eu-test-1', 'vault'];
/** Few, so that a list has several pages. */
const PAGE = 3;
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_SKEW_MS = 15 * 60_000;

type Stored = { readonly content: Buffer; readonly etag: string; readonly at: Date };
type Upload = { readonly key: string; readonly at: Date; readonly parts: Map<number, Stored> };
/** What a request is, for the faults of a test: `PUT shop/a?partNumber=1&uploadId=…`. */
type IsMeant = (request: string) => boolean;

/**
 * A server of S3's protocol with one bucket in memory, as strict as a real one: signatures are computed here from the request as it came, lists
 * have pages, an upload in parts is there when it is complete. It can be busy, lose answers, cut them, and go away.
 */
export async function startTestBucket() {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Upload>();
  const faults: { busy: number; lost: IsMeant | undefined; cut: IsMeant | undefined } = {
    busy: 0,
    lost: undefined,
    cut: undefined,
  };
  const requests: string[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://host');
    const [, bucket = '', ...rest] = pathname.split('/');
    const said = `${request.method} ${rest.map(decodeURIComponent).join('/')}${search}`;
    requests.push(said);
    let answer: Answer;
    if (faults.busy > 0) {
      faults.busy -= 1;
      answer = refusal(503, 'SlowDown');
    } else {
      const wrong = problemOf(request, body);
      const call = {
        method: request.method ?? '',
        key: rest.map(decodeURIComponent).join('/'),
        query: searchParams,
        body,
      };
      answer = wrong ?? (bucket === BUCKET ? answerTo(call, { objects, uploads }) : refusal(404, 'NoSuchBucket'));
    }
    if (faults.lost?.(said)) {
      faults.lost = undefined;
      return void response.destroy();
    }
    const content = Buffer.from(answer.content ?? '');
    response.writeHead(answer.status, { 'content-length': content.length, ...answer.headers });
    if (request.method === 'HEAD') return void response.end();
    if (!faults.cut?.(said)) return void response.end(content);
    faults.cut = undefined;
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
  }

  let server = createServer((request, response) => void take(request, response));
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    objects,
    uploads,
    faults,
    requests,
    stop,
    /** As a variable has it. */
    addressOf(prefix = '', { key = KEY, secret = SECRET, bucket = BUCKET } = {}): string {
      const login = `${key}:${encodeURIComponent(secret).replace('%2B', '+')}`;
      return `s3://${login}@${bucket}${prefix && `/${prefix}`}?region=${REGION}&endpoint=http://127.0.0.1:${port}`;
    },
    /** Nobody answers while this works. */
    async whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
      await stop();
      try {
        return await work();
      } finally {
        server = createServer((request, response) => void take(request, response));
        await listen(port);
      }
    },
  };
}

type Answer = {
  readonly status: number;
  readonly content?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
};
const refusal = (status: number, code: string): Answer => ({
  status,
  content: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>…</Message></Error>`,
});

type Call = { readonly method: string; readonly key: string; readonly query: URLSearchParams; readonly body: Buffer };
type Content = { readonly objects: Map<string, Stored>; readonly uploads: Map<string, Upload> };

function answerTo(call: Call, { objects, uploads }: Content): Answer {
  const { method, key, query, body } = call;
  if (key === '') return query.has('uploads') ? listUploads(query, uploads) : list(query, objects);
  const uploadId = query.get('uploadId');
  if (method === 'POST' && query.has('uploads')) {
    const id = `${randomUUID()}+/`;
    uploads.set(id, { key, at: new Date(), parts: new Map() });
    return { status: 200, content: `<Result><UploadId>${id}</UploadId></Result>` };
  }
  if (uploadId !== null) return answerOfUpload(call, uploadId, { objects, uploads });
  if (method === 'PUT') {
    objects.set(key, stored(body));
    return { status: 200, headers: { etag: stored(body).etag } };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  const found = objects.get(key);
  if (!found) return refusal(404, 'NoSuchKey');
  const headers = { etag: found.etag, 'last-modified': found.at.toUTCString() };
  return method === 'GET' || method === 'HEAD'
    ? { status: 200, content: found.content, headers }
    : refusal(405, 'MethodNotAllowed');
}

function answerOfUpload({ method, key, query, body }: Call, id: string, { objects, uploads }: Content): Answer {
  const upload = uploads.get(id);
  if (upload?.key !== key) return refusal(404, 'NoSuchUpload');
  if (method === 'DELETE') {
    uploads.delete(id);
    return { status: 204 };
  }
  if (method === 'PUT') {
    const part = stored(body);
    upload.parts.set(Number(query.get('partNumber')), part);
    return { status: 200, headers: { etag: part.etag } };
  }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
  const parts = named.map(([, number, etag]) => ({ found: upload.parts.get(Number(number)), number, etag }));
  if (parts.some(({ found, etag }) => found?.etag !== etag?.replaceAll('&#34;', '"')))
    return refusal(400, 'InvalidPart');
  if (parts.some(({ number }, at) => at > 0 && Number(number) <= Number(parts[at - 1]?.number)))
    return refusal(400, 'InvalidPartOrder');
  const contents = parts.map(({ found }) => found?.content ?? Buffer.alloc(0));
  if (contents.length === 0 || contents.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES))
    return refusal(400, 'EntityTooSmall');
  uploads.delete(id);
  objects.set(key, stored(Buffer.concat(contents)));
  return { status: 200, content: `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>` };
}

const stored = (content: Buffer): Stored => ({
  content,
  at: new Date(),
  etag: `"${createHash('md5').update(content).digest('hex')}"`,
});

function list(query: URLSearchParams, objects: Content['objects']): Answer {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const found = [...objects.entries()]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const page = found.slice(0, Math.min(PAGE, Number(query.get('max-keys') ?? PAGE)));
  const items = page.map(
    ([key, { content, at }]) =>
      `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`,
  );
  return { status: 200, content: pageOf(items, found.length > page.length, 'NextContinuationToken', page.at(-1)?.[0]) };
}

function listUploads(query: URLSearchParams, uploads: Content['uploads']): Answer {
  const ids = [...uploads.keys()];
  const rest = ids.slice(ids.indexOf(query.get('upload-id-marker') ?? '') + 1);
  const items = rest
    .slice(0, 1)
    .map(
      (id) =>
        `<Upload><Key>${uploads.get(id)?.key}</Key><UploadId>${id}</UploadId><Initiated>${uploads.get(id)?.at.toISOString()}</Initiated></Upload>`,
    );
  const more = rest.length > 1 ? `<NextUploadIdMarker>${rest[0]}</NextUploadIdMarker>` : '';
  return {
    status: 200,
    content: `<Result><IsTruncated>${rest.length > 1}</IsTruncated>${more}${items.join('')}</Result>`,
  };
}

const pageOf = (items: readonly string[], isTruncated: boolean, tag: string, last = '') =>
  `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
    isTruncated ? `<${tag}>${Buffer.from(last).toString('base64')}</${tag}>` : ''
  }${items.join('')}</ListBucketResult>`;

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Why the request is not one of these keys (Signature Version 4); undefined when it is. */
function problemOf({ method = '', headers, url = '' }: IncomingMessage, body: Buffer): Answer | undefined {
  const [, id, date = '', region, signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id === undefined) return refusal(403, 'AccessDenied');
  if (id !== KEY) return refusal(403, 'InvalidAccessKeyId');
  if (region !== REGION) return refusal(400, 'AuthorizationHeaderMalformed');
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!(Math.abs(Date.now() - at) < MAX_SKEW_MS) || !time.startsWith(date)) return refusal(403, 'RequestTimeTooSkewed');
  const content = String(headers['x-amz-content-sha256']);
  if (content !== sha256(body)) return refusal(400, 'XAmzContentSHA256Mismatch');
  const names = signedHeaders.split(';');
  const unsigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (unsigned.some((name) => !names.includes(name))) return refusal(403, 'AccessDenied');
  const [pathname = '', search = ''] = url.split('?');
  const query = search === '' ? '' : search.split('&').map(canonical).sort().join('&');
  const lines = names.map((name) => `${name}:${headers[name]}`);
  const request = [method, pathname, query, ...lines, '', signedHeaders, content].join('\n');
  const scope = `${date}/${REGION}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [date, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${SECRET}`);
  const isSame = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isSame ? undefined : refusal(403, 'SignatureDoesNotMatch');
}

/** A parameter in the encoding that is signed. */
function canonical(parameter: string): string {
  const [name = '', value = ''] = parameter.split('=').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return [name, value]
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('=');
}
