import { useEffect, useState } from 'react';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/browser/storage.ts';

/** What the sign-in and the home page say after a sign-up; kept in the browser's history. */
export type AfterSignUp = { next: 'check-inbox' | 'add-company' };

/** The address that waits for its verification: the resend button needs it before anyone is signed in. */
export const unverifiedEmail = (): string => readStorage(STORAGE_KEYS.unverifiedEmail, 'sessionStorage') ?? '';
export const rememberUnverified = (email: string): void =>
  writeStorage(STORAGE_KEYS.unverifiedEmail, email, 'sessionStorage');

/** What comes next, where the browser's history has it. The server draws the page without it. */
export function useAfterSignUp(): AfterSignUp['next'] | undefined {
  const [next, setNext] = useState<AfterSignUp['next']>();
  useEffect(() => setNext((history.state as AfterSignUp | null)?.next), []);
  return next;
}
