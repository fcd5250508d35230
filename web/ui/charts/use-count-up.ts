import { useEffect, useRef, useState } from 'react';
import { usePrefersReducedMotion } from '#web/lib/browser/use-media.ts';

/** How long a figure counts up, as specified. */
const COUNT_UP_MILLISECONDS = 2000;

/** Counts from the old value to the new one; at once for readers who want no motion. */
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
      // The time of a frame may be before the moment of its request.
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
