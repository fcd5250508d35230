import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PageMeta } from '#bff/contract/common.ts';
import type { ApiQuery } from './api-query.ts';
import { useToastOnError } from './toast-error.ts';

type Page = { data: readonly object[]; meta: PageMeta };

type ListOptions = {
  /** What to say where the server does not. */
  failed: string;
  /** Shows another page; `replace` where nobody asked for it. */
  turnTo: (page: number, options?: { replace: boolean }) => void;
  /** Says a failure in a toast as well. */
  toasts?: boolean;
  enabled?: boolean;
  refetchInterval?: number | false;
};

/**
 * A list that is read page by page. What was shown stays while the next page loads; a list that has become shorter than the
 * page asked for turns to its last page.
 */
export function useList<Answer extends Page>(read: ApiQuery<Answer>, options: ListOptions) {
  const { failed, turnTo, toasts = false, ...rest } = options;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...read,
    ...rest,
    placeholderData: keepPreviousData,
  });
  useLastPage(data?.meta, turnTo);
  useToastOnError(toasts ? error : null, failed);
  return { data, error, isPending, isPlaceholderData, refetch, failed, turnTo };
}

/** A list that has become shorter than the page asked for (an old link, a deleted row) is shown from its last page. */
function useLastPage(meta: PageMeta | undefined, turnTo: ListOptions['turnTo']): void {
  const latest = useRef(turnTo);
  useEffect(() => {
    latest.current = turnTo;
  });
  const target = meta && meta.total > 0 && meta.current_page > meta.last_page ? meta.last_page : undefined;
  useEffect(() => {
    if (target !== undefined) latest.current(target, { replace: true });
  }, [target]);
}

/** What a list shows of itself, whatever its rows are. */
export type List<Row> = Omit<ReturnType<typeof useList>, 'data' | 'refetch'> & {
  refetch: () => unknown;
  data: { data: readonly Row[]; meta: PageMeta } | undefined;
};
