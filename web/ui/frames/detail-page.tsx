import type { ComponentProps, ReactNode } from 'react';
import { isNotFound } from '#web/lib/api-error.ts';
import { Card } from '../card.tsx';
import { LoadError } from '../load-error.tsx';
import { PageHeader } from '../page-header.tsx';

type DetailPageProps<Answer> = Pick<ComponentProps<typeof LoadError>, 'missing' | 'failed'> & {
  /** The read of it, as useQuery gives it. */
  of: { data: { data: Answer } | undefined; error: unknown; refetch: () => unknown };
  /** What heads the page while nothing is known: 'Order'. */
  title: string;
  back: { href: string; label: string };
  /** What stands where it will be while it loads. */
  skeleton: ReactNode;
  children: (record: Answer) => ReactNode;
};

/** A page of one record: it, or that it loads, does not exist or could not be read. */
export function DetailPage<Answer>({ of, title, back, missing, failed, skeleton, children }: DetailPageProps<Answer>) {
  const { data, error } = of;
  // What was read before is still worth reading, unless it is gone.
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
