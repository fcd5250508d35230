import { useEffect, useState } from 'react';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/browser/storage.ts';

const CHANGED = 'giftledger:cooldown';

/** In local storage, so that a reload or another tab does not shorten the wait. */
const remaining = (): number =>
  Math.max(0, Math.ceil((Number(readStorage(STORAGE_KEYS.resendAgainAt) ?? 0) - Date.now()) / 1000));

/** Blocks the next mail for `seconds`. */
export function startCooldown(seconds: number): void {
  writeStorage(STORAGE_KEYS.resendAgainAt, String(Date.now() + seconds * 1000));
  dispatchEvent(new Event(CHANGED));
}

/** Seconds until another mail may be requested; 0 where it may be now. */
export function useCooldown(): number {
  const [seconds, setSeconds] = useState(remaining);
  useEffect(() => {
    const update = () => setSeconds(remaining());
    const timer = setInterval(update, 1000);
    addEventListener(CHANGED, update);
    return () => {
      clearInterval(timer);
      removeEventListener(CHANGED, update);
    };
  }, []);
  return seconds;
}
