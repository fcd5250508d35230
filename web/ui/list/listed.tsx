import type { ReactNode } from 'react';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';

type ListedProps<Item> = {
  /** The list's read, from useQuery. */
  of: { data: readonly Item[] | undefined; error: unknown; refetch: () => unknown };
  /** The noun of the items, in the plural: 'brands'. */
  noun: string;
  /** The message where the server gives no reason. */
  failed: string;
  /** Also shows a failure in a toast. */
  toasts?: boolean;
  skeleton: ReactNode;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A list that is not a table, or its states of loading, empty and failed. */
export function Listed<Item>(props: ListedProps<Item>) {
  const { of, noun, failed, toasts = false, skeleton, empty, children } = props;
  const { data, error } = of;
  useToastOnError(toasts ? error : null, failed);
  if (data) return data.length === 0 ? empty : children(data);
  if (error) return <LoadError of={of} failed={failed} />;
  return <Loading label={`Loading ${noun}`}>{skeleton}</Loading>;
}
