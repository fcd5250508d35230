import { cx } from '#web/lib/words/cx.ts';
import { Skeleton } from './skeleton.tsx';

export function CardSkeleton({ lines }: { lines: number }) {
  return (
    <div className="rounded-lg border bg-surface p-5 shadow-xs">
      <Skeleton className="mb-5 h-5 w-40 max-w-full" />
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={String(index)} className={cx('mb-3.5 h-4 last:mb-0', index % 3 === 2 ? 'w-2/3' : 'w-full')} />
      ))}
    </div>
  );
}
