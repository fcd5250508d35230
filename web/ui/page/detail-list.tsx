import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { DASH } from '#web/ui/table/dash.tsx';

/** What is false or empty is left out. */
export type Detail = { label: ReactNode; value: ReactNode } | false | null | undefined | '';

/** An empty value shows as a dash. */
export function DetailList({
  details,
  columns = 2,
  className,
}: {
  details: readonly Detail[];
  columns?: 1 | 2 | 3;
  className?: string;
}) {
  const grid = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' }[columns];
  return (
    <dl className={cx('grid gap-x-8 gap-y-4', grid, className)}>
      {details
        .filter((detail) => !!detail)
        .map((detail, index) => (
          <div key={String(index)} className="min-w-0">
            <dt className="text-xs font-medium text-muted">{detail.label}</dt>
            <dd className="mt-0.5 text-sm wrap-anywhere">{isEmpty(detail.value) ? DASH : detail.value}</dd>
          </div>
        ))}
    </dl>
  );
}

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === '' || value === false;
