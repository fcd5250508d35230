/**
 * Certificates of a server that only our own parts reach. Their authority is made for this one server, and its key is
 * not kept.
 */
import { generateKeyPair, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

export type CertificateFiles = { readonly ca: string; readonly cert: string; readonly key: string };

/** EventStoreDB accepts no other kind of key. */
const RSA_BITS = 2048;
const DAY_MS = 86_400_000;
const VALID_DAYS = 825;
const RENEWED_DAYS_BEFORE = 90;

/** Where the files of a server's certificate are in its folder. */
export const filesIn = (dir: string): CertificateFiles => ({
  ca: path.join(dir, 'ca', 'ca.crt'),
  cert: path.join(dir, 'server.crt'),
  key: path.join(dir, 'server.key'),
});

/**
 * The certificate of a server with these names in `dir`: the existing one, or a new one if it ends within 90 days, was
 * made by a clock that was ahead, or has other names. Only its owner may read the key.
 */
export async function ensureCertificate(dir: string, names: readonly string[]): Promise<CertificateFiles> {
  const files = filesIn(dir);
  const there = await readFile(files.cert).catch(() => undefined);
  if (there && isGoodFor(new X509Certificate(there), names)) return files;
  const made = await makeCertificate(names);
  await mkdir(path.dirname(files.ca), { recursive: true });
  await put(files.key, made.key, 0o600);
  await put(files.ca, made.ca, 0o644);
  // Written last: if it is missing, all files are made again.
  await put(files.cert, made.cert, 0o644);
  return files;
}

function isGoodFor(certificate: X509Certificate, names: readonly string[]): boolean {
  const now = Date.now();
  const isNew =
    certificate.validFromDate.getTime() <= now &&
    certificate.validToDate.getTime() - now > RENEWED_DAYS_BEFORE * DAY_MS;
  return isNew && names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)));
}

async function put(file: string, text: string, mode: number): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, text, { mode });
  await chmod(partial, mode);
  await rename(partial, file);
}

async function makeCertificate(names: readonly string[]) {
  const pair = promisify(generateKeyPair);
  const [authority, server] = await Promise.all([
    pair('rsa', { modulusLength: RSA_BITS }),
    pair('rsa', { modulusLength: RSA_BITS }),
  ]);
  const issuer = { name: 'Giftledger authority', key: authority.privateKey };
  return {
    ca: certificate({ ...issuer, subject: issuer.name, publicKey: authority.publicKey, extensions: AUTHORITY }),
    // EventStoreDB requires one name for all nodes of a cluster, and a certificate that is also valid for a client.
    cert: certificate({
      ...issuer,
      subject: 'eventstoredb-node',
      publicKey: server.publicKey,
      extensions: [...SERVER, extension('2.5.29.17', false, sequence(...names.map(alternativeName)))],
    }),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** An X.509 certificate in PEM, signed with RSA and SHA-256. */
function certificate(of: {
  readonly name: string;
  readonly key: KeyObject;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
}): string {
  const algorithm = sequence(objectId('1.2.840.113549.1.1.11'), der(0x05));
  const now = Date.now();
  const content = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    commonName(of.name),
    sequence(time(now - DAY_MS), time(now + VALID_DAYS * DAY_MS)),
    commonName(of.subject),
    of.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...of.extensions)),
  );
  const signature = sign('sha256', content, of.key);
  const whole = sequence(content, algorithm, der(0x03, Buffer.of(0), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** A value of ASN.1 in its distinguished encoding: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length, ...bytes), content]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const integer = (value: Buffer): Buffer => der(0x02, value);
const yes = der(0x01, Buffer.of(0xff));

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const digits = rest.flatMap((value) => {
    const groups = [value & 0x7f];
    for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.of(first * 40 + second, ...digits));
}

const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(objectId('2.5.4.3'), der(0x0c, Buffer.from(name)))));

/** `YYMMDDHHMMSSZ`, valid until 2049. */
const time = (atMs: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(atMs).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

function alternativeName(name: string): Buffer {
  if (isIP(name) !== 4) return der(0x82, Buffer.from(name));
  return der(0x87, Buffer.from(name.split('.').map(Number)));
}

const extension = (id: string, isCritical: boolean, value: Buffer): Buffer =>
  sequence(objectId(id), ...(isCritical ? [yes] : []), der(0x04, value));

/** May sign certificates, and nothing else. */
const AUTHORITY = [
  extension('2.5.29.19', true, sequence(yes)),
  extension('2.5.29.15', true, der(0x03, Buffer.of(1, 0x06))),
];
/** Signs and encrypts for a server and for a client. */
const SERVER = [
  extension('2.5.29.15', true, der(0x03, Buffer.of(5, 0xa0))),
  extension('2.5.29.37', false, sequence(objectId('1.3.6.1.5.5.7.3.1'), objectId('1.3.6.1.5.5.7.3.2'))),
];
