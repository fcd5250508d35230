import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  className?: string;
};

/** One of two or three views or kinds, switched at once: area and bar, grid and table, USD and EUR. */
export function Segmented<Value extends string>({ label, value, onChange, options, className }: SegmentedProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and its layout; a group is what this is.
    <div
      role="group"
      aria-label={label}
      className={cx('inline-flex max-w-full flex-wrap rounded-md bg-none-soft p-0.5 whitespace-nowrap', className)}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.icon ? option.label : undefined}
          title={option.icon ? option.label : undefined}
          onClick={() => onChange(option.value)}
          className="flex h-7 items-center gap-1.5 rounded-[6px] px-2.5 text-sm font-medium text-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-xs dark:aria-pressed:bg-line-strong [&_svg]:size-4"
        >
          {option.icon ?? option.label}
        </button>
      ))}
    </div>
  );
}
