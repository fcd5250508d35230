import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './destination.ts';

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** How objects are written: compressed (zstd), then encrypted for the recipients (age). */
export type Seal = (plain: Uint8Array) => Promise<Uint8Array>;
/** @throws BackupError */
export type Unseal = (name: string, sealed: Uint8Array) => Promise<Buffer>;

/**
 * @param recipients public keys (`age1…`), separated by commas: the private key of any one of them opens the backup
 * @throws BackupError
 */
export function createSeal(recipients: string): Seal {
  const encrypter = new Encrypter();
  const keys = recipients.split(',').map((each) => each.trim());
  for (const key of keys) {
    try {
      encrypter.addRecipient(key);
    } catch {
      throw new BackupError(`"${key}" is no public key of age (age1…): npm run backup -- --new-key FILE makes a pair.`);
    }
  }
  return async (plain) => encrypter.encrypt(await compress(plain));
}

/** @param identities the text of an age key file (`AGE-SECRET-KEY-1…`). @throws BackupError */
export function createUnseal(identities: string): Unseal {
  const decrypter = new Decrypter();
  const keys = identities.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new BackupError('The file of the key is empty.');
  for (const key of keys) {
    try {
      decrypter.addIdentity(key.trim());
    } catch {
      throw new BackupError('The file of the key has a line that is no key of age (AGE-SECRET-KEY-1…).');
    }
  }
  return async (name, sealed) => {
    const packed = await decrypter.decrypt(sealed).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new BackupError(`${name} cannot be opened with this key (${why}).`, { cause: error });
    });
    return decompress(packed);
  };
}
