import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const NONCE_BYTES = 16;
/** Longer passwords are refused at the edge; this bounds the work if one slips through. */
export const MAX_PASSWORD_BYTES = 1_024;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** One form of what people see as the same letters: a telephone types `é` as one character, a Mac may as two. */
const oneForm = (password: string) => password.normalize('NFC');

/** Hashes a password with argon2id, as a PHC string with a salt of its own. Takes about 30 ms of a core. */
export async function hashPassword(password: string): Promise<string> {
  const message = oneForm(password);
  if (Buffer.byteLength(message) > MAX_PASSWORD_BYTES) throw new RangeError('The password is too long.');
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await derive('argon2id', { message, nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * Compares in constant time. False for a hash of another kind. A hash from before passwords had one form is of the text as it was typed, so
 * that is tried too.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const message = oneForm(password);
  return (await isOf(message, hash)) || (message !== password && (await isOf(password, hash)));
}

async function isOf(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = PHC.exec(hash) ?? [];
  if (nonce === undefined || tag === undefined || Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false;
  const wanted = Buffer.from(tag, 'base64');
  const got = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(wanted, got);
}

/** True when a hash was made at another cost than the present one: hash again at the next sign-in. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`);
}

let decoy: Promise<string> | undefined;

/** As slow as a real check, always false: for accounts that do not exist, so that answers do not show which exist. */
export async function verifyAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(NONCE_BYTES).toString('hex'));
  await verifyPassword(password, await decoy);
  return false;
}
