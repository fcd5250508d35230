import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; message?: ReactNode; icon?: ReactNode; action?: ReactNode };

export function EmptyState({ title, message, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-full bg-none-soft text-muted [&_svg]:size-5">
        {icon ?? <Inbox aria-hidden />}
      </span>
      <p className="text-sm font-semibold">{title}</p>
      {message !== undefined && <p className="mt-1 max-w-sm text-sm text-muted">{message}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
