import { useEffect, useRef } from 'react';
import type { PageMeta } from '#bff/contract/common.ts';

/** A list that has become shorter than the page asked for (an old link, a deleted row) is shown from its last page. */
export function useLastPage(meta: PageMeta | undefined, turnTo: (page: number) => void): void {
  const latest = useRef(turnTo);
  useEffect(() => {
    latest.current = turnTo;
  });
  const target = meta && meta.total > 0 && meta.current_page > meta.last_page ? meta.last_page : undefined;
  useEffect(() => {
    if (target !== undefined) latest.current(target);
  }, [target]);
}
