import { atom, useAtomValue } from 'jotai';
import type { Realm } from '../realm.ts';

/** Whether a realm's news come by themselves (live.ts): then nothing is asked for again and again. */
export const liveAtoms = { customer: atom(false), admin: atom(false) };

/** How often to ask: not at all while news come by themselves. */
export function usePollInterval(realm: Realm, milliseconds: number): number | false {
  return useAtomValue(liveAtoms[realm]) ? false : milliseconds;
}
