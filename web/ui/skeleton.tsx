import { cx } from '#web/lib/cx.ts';

/** A grey shape where content will be; give it that content's size by classes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block animate-pulse rounded-sm bg-none-soft', className ?? 'h-4 w-full')} />
  );
}

type LoadingProps = {
  label?: string;
  /** Where the words are to be seen as well. */
  isLabelShown?: boolean;
  className?: string;
  /** Grey shapes one after another, each by its classes. */
  shapes?: readonly string[];
  /** Shapes that stand within something. */
  children?: React.ReactNode;
};

/** Announces that something loads, above the grey shapes of what will stand there. */
export function Loading({ label = 'Loading...', isLabelShown, className, shapes = [], children }: LoadingProps) {
  return (
    <div role="status" aria-live="polite" className={className}>
      <span className={isLabelShown ? 'col-span-full mb-4 block text-sm text-muted' : 'sr-only'}>{label}</span>
      {shapes.map((shape, index) => (
        <Skeleton key={String(index)} className={shape} />
      ))}
      {children}
    </div>
  );
}
