import { AwsClient } from 'aws4fetch';
import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { BackupError, type Destination } from './destination.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const RETRIES = 5;
const OPTIONS = ['region', 'endpoint', 'token'];

/**
 * A bucket of S3, or of a server that speaks its protocol. Its own settings protect it: versions or a lock keep what a
 * stolen key would remove.
 * @param url `s3://key:secret@bucket/prefix?region=…&endpoint=…&token=…`. @throws BackupError
 */
export function openBucket(url: string): Destination {
  const { username, password, bucket, prefix, options, address } = readAddress(url);
  const unknown = [...options.keys()].find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new BackupError(`${address} has an option ${unknown}, which no bucket has. There are ${OPTIONS.join(', ')}.`);
  const region = options.get('region') || 'us-east-1';
  const token = options.get('token');
  if (!username || !password) {
    throw new BackupError(
      'The address of the bucket has no key. Write it into BACKUP_TO: s3://key:secret@bucket/prefix?region=eu-central-1, in key and secret %2F for a slash. AWS_… variables are not read.',
    );
  }
  const session = token ? { sessionToken: token } : {};
  const keys = { accessKeyId: username, secretAccessKey: password, ...session };
  const aws = new AwsClient({ ...keys, region, service: 's3', retries: RETRIES });
  const endpoint = (options.get('endpoint') || `https://s3.${region}.amazonaws.com`).replace(/\/$/, '');
  const keyOf = (name: string): string => (prefix ? `${prefix}/${name}` : name);
  const urlOf = (key: string): string => `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

  async function ask(method: string, url: string, body?: Uint8Array): Promise<Response> {
    const request = {
      method,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body ? { body: Buffer.from(body) } : {}),
    };
    const answer = await aws.fetch(url, request).catch((error: unknown) => {
      throw new BackupError(`${endpoint} cannot be reached (${error instanceof Error ? error.message : error}).`);
    });
    if (answer.ok || answer.status === 404) return answer;
    const [, code = answer.statusText] = /<Code>([^<]+)/.exec(await answer.text()) ?? [];
    throw new BackupError(`${address} refused ${method} with ${answer.status} (${code}).`);
  }

  return {
    name: address,
    async put(name, bytes) {
      const answer = await ask('PUT', urlOf(keyOf(name)), bytes);
      if (!answer.ok) throw new BackupError(`${address} is no bucket that can be written (${answer.status}).`);
    },
    async get(name) {
      const answer = await ask('GET', urlOf(keyOf(name)));
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return bytes;
      if (bytes.includes('NoSuchBucket')) throw new BackupError(`${address}: there is no such bucket.`);
      return undefined;
    },
    async list(folder) {
      const names: string[] = [];
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(`${folder}/`) });
        if (token) query.set('continuation-token', token);
        const answer = await ask('GET', `${endpoint}/${bucket}?${query}`);
        const text = await answer.text();
        if (!answer.ok) throw new BackupError(`${address} is no bucket that can be listed (${answer.status}).`);
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(key.slice(keyOf('').length));
        token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
      }
      return names.sort();
    },
    async remove(name) {
      await ask('DELETE', urlOf(keyOf(name)));
    },
  };
}

/** With `+` for itself: secrets have it, and it stands for no space here. */
function readAddress(url: string) {
  // `address` is what people are shown.
  const address = withoutLogin(url).replace(/\?.*$/, '');
  try {
    const { hostname, pathname, username, password, search } = new URL(url);
    return {
      ...{ bucket: hostname, prefix: pathname.replace(/^\/+|\/+$/g, ''), address },
      ...{ username: decodeURIComponent(username), password: decodeURIComponent(password) },
      options: new URLSearchParams(search.replaceAll('+', '%2B')),
    };
  } catch {
    throw new BackupError(
      'The address of the bucket cannot be read. In key and secret, write %2F for a slash, %40 for @ and %25 for %: s3://key:secret@bucket/prefix?region=eu-central-1',
    );
  }
}
