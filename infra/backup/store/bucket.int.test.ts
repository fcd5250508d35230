import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { openBucket } from './bucket.ts';

const SECRET = 'se+cret/of the bucket';
/** Few, so that a list has several pages. */
const PAGE = 2;

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether the request has the signature of these keys (Signature Version 4), computed here from the request as it came. */
function isSigned({ method = '', headers, url = '' }: IncomingMessage, body: Buffer): boolean {
  const [, date = '', signedHeaders = '', signature] =
    /Credential=backup\/(\d+)\/eu-test-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]+)/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const { pathname, search } = new URL(url, 'http://host');
  const content = String(headers['x-amz-content-sha256']);
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return false;
  const query = search.slice(1).split('&').sort().join('&');
  const lines = signedHeaders.split(';').map((name) => `${name}:${headers[name]}`);
  const canonical = [method, pathname, query, ...lines, '', signedHeaders, content].join('\n');
  const scope = `${date}/eu-test-1/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [date, 'eu-test-1', 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${SECRET}`);
  return hmac(key, toSign).toString('hex') === signature;
}

describe('a backup in a bucket', () => {
  const objects = new Map<string, Buffer>();
  /** Answers 503 so many times first, as a server under load does. */
  let busy = 0;
  const server = createServer(async (request, answer) => {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const [, bucket, ...rest] = pathname.split('/');
    const key = rest.map(decodeURIComponent).join('/');
    const end = (status: number, content: Buffer | string = '') => answer.writeHead(status).end(content);
    if (busy > 0) {
      busy -= 1;
      return end(503);
    }
    if (!isSigned(request, body)) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (bucket !== 'vault') return end(404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (request.method === 'PUT') objects.set(key, body);
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method !== 'GET') return end(200);
    if (key !== '') return end(objects.has(key) ? 200 : 404, objects.get(key));
    const after = searchParams.get('continuation-token') ?? '';
    const found = [...objects.keys()]
      .sort()
      .filter((each) => each.startsWith(searchParams.get('prefix') ?? '') && each > after);
    const page = found.slice(0, PAGE);
    const more = found.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return end(200, `<ListBucketResult>${page.map((each) => `<Key>${each}</Key>`).join('')}${more}</ListBucketResult>`);
  });
  let endpoint: string;
  const addressOf = (place: string, secret = SECRET) =>
    `s3://backup:${encodeURIComponent(secret).replace('%2B', '+')}@${place}?region=eu-test-1&endpoint=${endpoint}`;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  it('is written, read, listed in pages and removed', async () => {
    const bucket = openBucket(addressOf('vault/shop%20one'));
    const content = Buffer.from([0, 255, 7]);
    const names = ['log/000000000.age', 'log/000000001.age', 'log/000000002.age', 'sets/2026-11-27T19-30-00.000Z.json'];
    for (const name of names) await bucket.put(name, content);
    assert.deepEqual(await bucket.get('log/000000000.age'), content);
    assert.equal(await bucket.get('log/000000009.age'), undefined);
    assert.deepEqual(await bucket.list('log'), names.slice(0, 3));
    await bucket.remove('log/000000001.age');
    assert.deepEqual(await bucket.list('log'), [names[0], names[2]]);
  });

  it('waits for a server that is busy', async () => {
    busy = 2;
    await openBucket(addressOf('vault')).put('a', Buffer.from('a'));
    assert.equal(busy, 0);
  });

  it('says in words what is wrong with address and keys', async () => {
    for (const [address, why] of [
      ['s3://vault', /has no key\. Write it into BACKUP_TO: s3:\/\/key:secret@/],
      ['s3://backup:12/hunter2@vault', /has no key/],
      ['s3://backup:ab/hunter2@vault', /cannot be read\. In key and secret, write %2F for a slash/],
      ['s3://backup:hunter2@vault?regoin=eu', /s3:\/\/vault has an option regoin/],
    ] as const) {
      const saysWhy = ({ message }: Error) => why.test(message) && !message.includes('hunter2');
      assert.throws(() => openBucket(address), saysWhy, address);
    }
    await assert.rejects(
      openBucket(addressOf('vault', 'another')).list('log'),
      /^BackupError: s3:\/\/vault refused GET with 403 \(SignatureDoesNotMatch\)/,
    );
    await assert.rejects(
      openBucket(addressOf('other')).put('a', Buffer.from('a')),
      /is no bucket that can be written \(404\)/,
    );
    await assert.rejects(openBucket(addressOf('other')).get('a'), /there is no such bucket/);
  });
});
