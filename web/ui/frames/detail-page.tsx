import type { ReactNode } from 'react';
import { isApiError } from '#web/lib/api-error.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Card } from '../card.tsx';
import { ErrorState } from '../error-state.tsx';
import { PageHeader } from '../page-header.tsx';

type DetailPageProps<Answer> = {
  /** The read of it, as useQuery gives it. */
  of: { data: { data: Answer } | undefined; error: unknown; refetch: () => unknown };
  /** What heads the page while nothing is known: 'Order'. */
  title: string;
  back: { href: string; label: string };
  missing: { title: string; message?: string };
  failed: string;
  /** What stands where it will be while it loads. */
  skeleton: ReactNode;
  children: (record: Answer) => ReactNode;
};

/** A page of one record: it, or that it loads, does not exist or could not be read. */
export function DetailPage<Answer>({ of, title, back, missing, failed, skeleton, children }: DetailPageProps<Answer>) {
  const { data, error, refetch } = of;
  if (data && !error) return children(data.data);
  const isMissing = isApiError(error) && error.status === 404;
  return (
    <>
      <PageHeader title={title} back={back} />
      {!error ? (
        skeleton
      ) : (
        <Card>
          {isMissing ? (
            <ErrorState {...missing} />
          ) : (
            <ErrorState message={describeError(error, failed).message} onRetry={refetch} />
          )}
        </Card>
      )}
    </>
  );
}
