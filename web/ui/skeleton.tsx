import { cx } from '#web/lib/cx.ts';

/** A grey shape where content will be; give it that content's size by classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block animate-pulse rounded-sm bg-none-soft', className ?? 'h-4 w-full')} />
  );
}

/** Announces that something loads; wraps skeletons. */
export function Loading({
  label = 'Loading...',
  isLabelShown = false,
  className,
  children,
}: {
  label?: string;
  /** Where the words are to be seen as well. */
  isLabelShown?: boolean;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <div role="status" aria-live="polite" className={className}>
      <span className={isLabelShown ? 'col-span-full mb-4 block text-sm text-muted' : 'sr-only'}>{label}</span>
      {children}
    </div>
  );
}
