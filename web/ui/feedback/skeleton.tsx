import { cx } from '#web/lib/words/cx.ts';

/** A grey shape in place of loading content; classes give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block animate-pulse rounded-sm bg-none-soft', className ?? 'h-4 w-full')} />
  );
}

type LoadingProps = {
  label?: string;
  isLabelShown?: boolean;
  className?: string;
  /** Grey shapes one after another, each with its classes. */
  shapes?: readonly string[];
  /** Shapes inside other elements. */
  children?: React.ReactNode;
};

/** Announces that something loads, with grey shapes in its place. */
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
