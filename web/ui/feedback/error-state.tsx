import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/actions/button.tsx';

type ErrorStateProps = { title?: string; message?: ReactNode; onRetry?: () => unknown; action?: ReactNode };

export function ErrorState({ title = 'Something went wrong', message, onRetry, action }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-full bg-bad-soft text-bad">
        <TriangleAlert className="size-5" aria-hidden />
      </span>
      <p className="text-sm font-semibold">{title}</p>
      {message !== undefined && <p className="mt-1 max-w-sm text-sm text-muted">{message}</p>}
      <div className="mt-5 flex gap-2 empty:hidden">
        {onRetry && (
          <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
