import { useEffect, useRef, useState } from 'react';
import { usePrefersReducedMotion } from '#web/lib/use-media.ts';

/** How long a stat counts up, by the specification. */
const COUNT_UP_MILLISECONDS = 2000;

/** Counts from what was shown to a new value; at once for readers who want no motion. */
export function useCountUp(value: number, milliseconds: number = COUNT_UP_MILLISECONDS): number {
  const still = usePrefersReducedMotion();
  const [shown, setShown] = useState(still ? value : 0);
  const from = useRef(still ? value : 0);
  useEffect(() => {
    if (still) {
      from.current = value;
      setShown(value);
      return;
    }
    const start = performance.now();
    const begin = from.current;
    let frame = requestAnimationFrame(function step(now) {
      // A frame's time may lie before the moment at which it was asked for.
      const share = Math.min(1, Math.max(0, (now - start) / milliseconds));
      const eased = 1 - (1 - share) ** 4;
      from.current = begin + (value - begin) * eased;
      setShown(from.current);
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, milliseconds, still]);
  return shown;
}
