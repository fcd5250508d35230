import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PageMeta } from '#bff/contract/common.ts';
import type { ApiQuery } from './api-query.ts';
import { toastError } from './toast-error.ts';
import { useLastPage } from './use-last-page.ts';

type Page = { data: readonly object[]; meta: PageMeta };

type ListOptions = {
  /** What to say where the server does not. */
  failed: string;
  turnTo: (page: number) => void;
  /** Says a failure in a toast as well. */
  toasts?: boolean;
  enabled?: boolean;
  refetchInterval?: number;
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
  useEffect(() => {
    if (error && toasts) toastError(error, failed);
  }, [error, toasts, failed]);
  return { data, error, isPending, isPlaceholderData, refetch, failed, turnTo };
}

/** What a list shows of itself, whatever its rows are. */
export type List<Row> = Omit<ReturnType<typeof useList>, 'data'> & {
  data: { data: readonly Row[]; meta: PageMeta } | undefined;
};
