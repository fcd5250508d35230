import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNotFound } from '#web/lib/api-error.ts';
import { describeError, headingOf } from '#web/lib/toast-error.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

type LoadErrorProps = {
  /** The read that failed, as useQuery gives it. */
  of: { error: unknown; refetch: () => unknown };
  /** What to say where the server does not. */
  failed: string;
  /** What to say where there is no such thing. */
  missing?: { title: string; message?: string; icon?: ReactNode; action?: ReactNode };
};

/** A failed load, shown the same everywhere. What does not exist is not worth another try; all else is. */
export function LoadError({ of: { error, refetch }, failed, missing }: LoadErrorProps) {
  const { heading, message } = describeError(error, failed, headingOf(error, failed, 'Something went wrong'));
  if (!isNotFound(error)) return <ErrorState title={heading} message={message} onRetry={refetch} />;
  return <EmptyState icon={<FileQuestion aria-hidden />} title="Not found" message={message} {...missing} />;
}
