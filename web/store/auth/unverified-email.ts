import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage.ts';

/** The address that waits for its verification: the resend button needs it before anyone is signed in. */
export const unverifiedEmail = (): string => readStorage(STORAGE_KEYS.unverifiedEmail, 'sessionStorage') ?? '';
export const rememberUnverified = (email: string): void =>
  writeStorage(STORAGE_KEYS.unverifiedEmail, email, 'sessionStorage');
