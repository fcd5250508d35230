import type { ComponentProps, ReactNode } from 'react';
import { isNotFound } from '#web/lib/call/api-error.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Card } from './card.tsx';
import { PageHeader } from './page-header.tsx';

type DetailPageProps<Answer> = Pick<ComponentProps<typeof LoadError>, 'missing' | 'failed'> & {
  /** The record's read, from useQuery. */
  of: { data: { data: Answer } | undefined; error: unknown; refetch: () => unknown };
  /** The head of the page while nothing is loaded: 'Order'. */
  title: string;
  back: { href: string; label: string };
  skeleton: ReactNode;
  children: (record: Answer) => ReactNode;
};

/** A page of one record, or its states of loading, not found and failed. */
export function DetailPage<Answer>({ of, title, back, missing, failed, skeleton, children }: DetailPageProps<Answer>) {
  const { data, error } = of;
  // Data from an earlier read still shows, unless the record is gone.
  if (data && !isNotFound(error)) return children(data.data);
  return (
    <>
      <PageHeader title={title} back={back} />
      {error ? (
        <Card>
          <LoadError of={of} failed={failed} {...(missing && { missing })} />
        </Card>
      ) : (
        skeleton
      )}
    </>
  );
}
