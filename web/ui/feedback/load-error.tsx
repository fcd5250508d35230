import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNotFound } from '#web/lib/call/api-error.ts';
import { describeError, headingOf } from '#web/lib/toast/toast-error.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

type LoadErrorProps = {
  /** The failed read, from useQuery. */
  of: { error: unknown; refetch: () => unknown };
  /** The message where the server gives none. */
  failed: string;
  /** The message where the object does not exist. */
  missing?: { title: string; message?: string; icon?: ReactNode; action?: ReactNode };
};

/** Only an object that does not exist has no button to try again. */
export function LoadError({ of: { error, refetch }, failed, missing }: LoadErrorProps) {
  const { heading, message } = describeError(error, failed, headingOf(error, failed, 'Something went wrong'));
  if (!isNotFound(error)) return <ErrorState title={heading} message={message} onRetry={refetch} />;
  return <EmptyState icon={<FileQuestion aria-hidden />} title="Not found" message={message} {...missing} />;
}
