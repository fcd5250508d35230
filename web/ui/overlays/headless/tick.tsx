import { cx } from '#web/lib/words/cx.ts';

export const Tick = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 16 16" className={cx('size-4 shrink-0', className)} aria-hidden="true">
    <path
      d="m3.5 8.5 3 3 6-7"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
