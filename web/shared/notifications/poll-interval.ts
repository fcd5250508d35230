import { atom, useAtomValue } from 'jotai';
import type { Realm } from '#web/lib/call/realm.ts';

/** Whether a realm has an open event stream (live.ts): then nothing is polled. */
export const liveAtoms = { customer: atom(false), admin: atom(false) };

/** The interval of polling; none while the event stream is open. */
export function usePollInterval(realm: Realm, milliseconds: number): number | false {
  return useAtomValue(liveAtoms[realm]) ? false : milliseconds;
}
