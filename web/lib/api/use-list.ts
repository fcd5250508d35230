import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PageMeta } from '#bff/contract/base/common.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import type { ApiQuery } from './api-query.ts';

type Page = { data: readonly object[]; meta: PageMeta };

type ListOptions = {
  /** The message where the server gives none. */
  failed: string;
  /** Shows another page; `replace` where the person did not ask for it. */
  turnTo: (page: number, options?: { replace: boolean }) => void;
  /** Also shows a failure in a toast. */
  toasts?: boolean;
};

export type ListRead<Answer> = ApiQuery<Answer> & { enabled?: boolean; refetchInterval?: number | false };

/**
 * A list that is read page by page. The old page stays while the next one loads. A list that has become shorter than the requested page
 * shows its last page.
 */
export function useList<Answer extends Page>(read: ListRead<Answer>, { failed, turnTo, toasts = false }: ListOptions) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...read,
    placeholderData: keepPreviousData,
  });
  useLastPage(data?.meta, turnTo);
  useToastOnError(toasts ? error : null, failed);
  return { data, error, isPending, isPlaceholderData, refetch, failed, turnTo };
}

/** Shows the last page of a list that has become shorter than the requested page (an old link, a deleted row). */
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

/** The parts of a list that do not depend on its rows. */
export type List<Row> = Omit<ReturnType<typeof useList>, 'data' | 'refetch'> & {
  refetch: () => unknown;
  data: { data: readonly Row[]; meta: PageMeta } | undefined;
};
