import { AwsClient } from 'aws4fetch';
import { BackupError, type Destination } from './destination.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const RETRIES = 5;

/**
 * A bucket of S3, or of a server that speaks its protocol. Its own settings protect it: versions or a lock keep what a
 * stolen key would remove.
 * @param address `s3://bucket/prefix`. @throws BackupError
 */
export function openBucket(address: string, env: NodeJS.ProcessEnv): Destination {
  const { hostname: bucket, pathname } = new URL(address);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env;
  const region = env.AWS_REGION || 'us-east-1';
  if (!accessKeyId || !secretAccessKey)
    throw new BackupError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set.');
  const session = token ? { sessionToken: token } : {};
  const aws = new AwsClient({ accessKeyId, secretAccessKey, ...session, region, service: 's3', retries: RETRIES });
  const endpoint = (env.AWS_ENDPOINT_URL_S3 || `https://s3.${region}.amazonaws.com`).replace(/\/$/, '');
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
