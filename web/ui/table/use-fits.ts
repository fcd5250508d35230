import { type RefObject, useEffect, useState } from 'react';

/** Whether the content of a box fits its width, kept up to date. */
export function useFits(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true);
  useEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (!outer || !inner) return;
    const observer = new ResizeObserver(() => setFits(inner.offsetWidth <= outer.clientWidth));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [box, content]);
  return fits;
}
