import { atom } from 'jotai';

/**
 * Whether someone is signed in: `unknown` until the refresh cookie has been tried. The token lives here, in memory only: a
 * script that steals local storage steals nothing.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; accessToken: string; expiresAt: number };

const initial: SessionState = { status: 'unknown' };

export const sessionAtoms = {
  customer: atom<SessionState>(initial),
  admin: atom<SessionState>(initial),
};
