import type { SealedText } from '#core/kernel/log/event.ts';
import type { SealedValue } from './sealed-values.ts';

/** Passwords, tokens, and sealing under the installation's key. */
export type Crypto = {
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** Takes as long as a real check; always false. */
  verifyAgainstNobody(password: string): Promise<false>;
  needsRehash(hash: string): boolean;
  randomToken(prefix?: string): string;
  hashToken(token: string): Buffer;
  /** The same token each time for a token and a nonce; without the first one it cannot be guessed. */
  deriveToken(token: string, nonce: Uint8Array): string;
  /** AES-256-GCM under the installation's key, for the row of that id: what the value is and the id are authenticated with it. */
  seal(value: SealedValue, id: string, plaintext: string | Uint8Array): Buffer;
  /** The same in fewer bytes, for long texts. */
  sealPacked(value: SealedValue, id: string, text: string): Buffer;
  open(value: SealedValue, id: string, sealed: Uint8Array): Buffer;
  /** The digest of a bank account, under a key that never changes: the same account is recognised without being opened. */
  accountPrint(account: string): Promise<Buffer>;
};

/** Notes in events, sealed under the customer's own key. */
export type NoteCipher = {
  /** Seals a note, the same text always to the same bytes. The key is made at its first use. @throws CustomerKeyErasedError */
  encrypt(customerId: string, text: string): Promise<SealedText>;
  /** Undefined when the customer's key was erased. */
  decrypt(customerId: string, sealed: string): Promise<string | undefined>;
};

/** For the erasure of customers. */
export type ErasableNoteCipher = NoteCipher & {
  /** Erases the key, and so every note of this customer permanently. A repetition changes nothing. */
  erase(customerId: string): Promise<void>;
};

/** A sealed value that cannot be opened: altered, from another context, or under a key that is not configured. */
export class SealError extends Error {
  override readonly name: string = 'SealError';
}

/** The part was not restarted since the key was made, or lost one that is still in use. */
export class KeyMissingError extends SealError {
  override readonly name = 'KeyMissingError';

  constructor(keyId: number | undefined) {
    super(`It was sealed under key ${keyId}, which is not configured here (docs/runbooks/keys.md).`);
  }
}

/** The customer's key was erased, so nothing can be written for them. */
export class CustomerKeyErasedError extends Error {
  override readonly name = 'CustomerKeyErasedError';

  constructor(customerId: string) {
    super(`The key of customer ${customerId} was erased.`);
  }
}
