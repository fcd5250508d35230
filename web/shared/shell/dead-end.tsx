import type { ReactNode } from 'react';

type DeadEndProps = { status: 403 | 404; title: string; message: ReactNode; children: ReactNode };

/** Shown in place of a screen that does not exist or is not open: the reason, and links from here. */
export const DeadEnd = ({ status, title, message, children }: DeadEndProps) => (
  <div className="flex flex-col items-center py-20 text-center">
    <p className="tabular text-sm font-medium text-accent-ink">{status}</p>
    <h1 tabIndex={-1} className="mt-2 text-xl font-semibold">
      {title}
    </h1>
    <p className={`mt-2 text-muted ${status === 403 ? 'max-w-md' : 'max-w-sm'}`}>{message}</p>
    <div className="mt-6 flex gap-2">{children}</div>
  </div>
);
