import type { ReactNode } from 'react';
import { useToastOnError } from '#web/lib/toast-error.ts';
import { LoadError } from '../load-error.tsx';
import { Loading } from '../skeleton.tsx';

type ListedProps<Item> = {
  /** The read of them, as useQuery gives it. */
  of: { data: readonly Item[] | undefined; error: unknown; refetch: () => unknown };
  /** What they are, in the plural: 'brands'. */
  noun: string;
  /** What to say where the server gives no reason. */
  failed: string;
  /** Says a failure in a toast as well. */
  toasts?: boolean;
  /** The shapes of what loads. */
  skeleton: ReactNode;
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** What is listed otherwise than in a table: it, or that it loads, is none or could not be read. */
export function Listed<Item>(props: ListedProps<Item>) {
  const { of, noun, failed, toasts = false, skeleton, empty, children } = props;
  const { data, error } = of;
  useToastOnError(toasts ? error : null, failed);
  if (data) return data.length === 0 ? empty : children(data);
  if (error) return <LoadError of={of} failed={failed} />;
  return <Loading label={`Loading ${noun}`}>{skeleton}</Loading>;
}
