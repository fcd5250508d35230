import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import type { Failure } from './object-store.ts';

const OPTIONS = ['region', 'endpoint', 'token'];

export type BucketAddress = {
  /** As people are shown it. */
  readonly name: string;
  /** With the bucket, without a slash at its end. */
  readonly url: string;
  readonly endpoint: string;
  readonly prefix: string;
  readonly keys: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
    readonly region: string;
  };
};

/**
 * @param address `s3://key:secret@bucket/prefix?region=…&endpoint=…&token=…`
 * @param options.variable the one that has the address, for messages
 * @throws the failure
 */
export function readBucketAddress(
  address: string,
  { failure, variable }: { readonly failure: Failure; readonly variable: string },
): BucketAddress {
  const { username, password, bucket, prefix, options, name } = partsOf(address, failure);
  const unknown = [...options.keys()].find((each) => !OPTIONS.includes(each));
  if (unknown !== undefined)
    throw failure(`${name} has an option ${unknown}, which no bucket has. There are ${OPTIONS.join(', ')}.`);
  if (!username || !password) {
    throw failure(
      `The address of the bucket has no key. Write it into ${variable}: s3://key:secret@bucket/prefix?region=eu-central-1, in key and secret %2F for a slash. AWS_… variables are not read.`,
    );
  }
  const region = options.get('region') || 'us-east-1';
  const token = options.get('token');
  const endpoint = (options.get('endpoint') || `https://s3.${region}.amazonaws.com`).replace(/\/$/, '');
  const session = token ? { sessionToken: token } : {};
  return {
    name,
    endpoint,
    prefix,
    url: `${endpoint}/${bucket}`,
    keys: { accessKeyId: username, secretAccessKey: password, region, ...session },
  };
}

/** With `+` for itself: secrets have it, and it stands for no space here. */
function partsOf(address: string, failure: Failure) {
  try {
    const { hostname, pathname, username, password, search } = new URL(address);
    return {
      bucket: hostname,
      prefix: pathname.replace(/^\/+|\/+$/g, ''),
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      options: new URLSearchParams(search.replaceAll('+', '%2B')),
      name: withoutLogin(address).replace(/\?.*$/, ''),
    };
  } catch {
    throw failure(
      'The address of the bucket cannot be read. In key and secret, write %2F for a slash, %40 for @ and %25 for %: s3://key:secret@bucket/prefix?region=eu-central-1',
    );
  }
}
