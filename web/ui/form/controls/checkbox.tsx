import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label?: ReactNode; hint?: ReactNode };

/** Without a label it needs an `aria-label`. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx(
        'flex cursor-pointer items-start gap-2.5 text-sm has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          // Larger than the box that is seen, because a finger needs room.
          className="peer absolute -inset-1 size-6 cursor-[inherit] appearance-none rounded-md border-4 border-transparent bg-surface bg-clip-padding inset-ring inset-ring-line-strong indeterminate:bg-accent-soft indeterminate:inset-ring-accent checked:bg-accent checked:inset-ring-accent"
        />
        <svg
          viewBox="0 0 16 16"
          className="pointer-events-none absolute size-4 text-on-accent opacity-0 peer-checked:opacity-100"
          aria-hidden="true"
        >
          <path
            d="m4 8.4 2.6 2.6L12 5.2"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <span
          className="pointer-events-none absolute hidden h-0.5 w-2 rounded-full bg-accent peer-indeterminate:block"
          aria-hidden="true"
        />
      </span>
      {label !== undefined && (
        <span>
          {label}
          {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
        </span>
      )}
    </label>
  );
}
