import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupError, type Destination } from './destination.ts';
import type { Seal, Unseal } from './envelope.ts';

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** An object as it lies in the backup. The hash is that of the encrypted bytes, so that it is checked without a key. */
export const ObjectRef = z.object({ object: z.string(), bytes: z.number(), sha256: z.string() });
export type ObjectRef = z.output<typeof ObjectRef>;

const refOf = (object: string, bytes: Uint8Array): ObjectRef => ({
  object,
  bytes: bytes.length,
  sha256: sha256(bytes),
});

/** Writes an object, and reads it back. @throws BackupError when it comes back otherwise */
async function putObject(to: Destination, object: string, bytes: Uint8Array): Promise<ObjectRef> {
  await to.put(object, bytes);
  const ref = refOf(object, bytes);
  const back = await to.get(object);
  if (back && back.length === ref.bytes && sha256(back) === ref.sha256) return ref;
  throw new BackupError(`${object} did not come back from ${to.name} as it was written: look at the disk.`);
}

/** The object with that name, whose name says its content; it is made and written where it is not there yet. */
export async function keepObject(
  to: Destination,
  object: string,
  make: () => Uint8Array | Promise<Uint8Array>,
): Promise<ObjectRef> {
  const there = await to.get(object);
  return there ? refOf(object, there) : putObject(to, object, await make());
}

export const putSealed = async (to: Destination, seal: Seal, object: string, plain: Uint8Array): Promise<ObjectRef> =>
  putObject(to, object, await seal(plain));

/** What is wrong with an object; null when it is as it was written. */
export async function problemOfObject(from: Destination, ref: ObjectRef): Promise<string | null> {
  const bytes = await from.get(ref.object);
  if (!bytes) return `${ref.object} is missing`;
  if (bytes.length === ref.bytes && sha256(bytes) === ref.sha256) return null;
  return `${ref.object} is damaged: its bytes are not those that were written`;
}

/** @throws BackupError that names the object */
export async function getSealed(from: Destination, unseal: Unseal, ref: ObjectRef): Promise<Buffer> {
  const bytes = await from.get(ref.object);
  if (!bytes) throw new BackupError(`${ref.object} is missing.`);
  if (sha256(bytes) !== ref.sha256) {
    throw new BackupError(`${ref.object} is damaged: its bytes are not those that were written.`);
  }
  return unseal(ref.object, bytes);
}
