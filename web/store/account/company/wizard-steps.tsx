import { Check } from 'lucide-react';
import { cx } from '#web/lib/words/cx.ts';

/** The current place in a short row of steps; finished ones can be opened again. */
export function WizardSteps({
  current,
  steps,
  choose,
}: {
  /** Counted from 1. */
  current: number;
  steps: readonly string[];
  /** Undefined for a step that cannot be opened from here. */
  choose: (step: number) => (() => void) | undefined;
}) {
  return (
    <ol className={cx('grid gap-3', steps.length > 2 ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-2')}>
      {steps.map((label, index) => {
        const step = index + 1;
        const isCurrent = step === current;
        const isDone = step < current;
        const open = choose(step);
        const Element = open ? 'button' : 'div';
        return (
          <li key={label}>
            <Element
              {...(open && { type: 'button', onClick: open })}
              aria-current={isCurrent ? 'step' : undefined}
              className={cx(
                'flex w-full items-center gap-3 border-t-2 pt-3 text-left text-sm transition-colors',
                isCurrent || isDone ? 'border-accent' : 'border-line text-muted',
              )}
            >
              <span
                className={cx(
                  'tabular grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
                  isDone
                    ? 'bg-accent text-on-accent'
                    : isCurrent
                      ? 'bg-accent-soft text-accent'
                      : 'bg-none-soft text-muted',
                )}
              >
                {isDone ? <Check className="size-3.5" aria-hidden /> : step}
              </span>
              <span className={cx('font-medium', isCurrent && 'text-ink')}>{label}</span>
              {isDone && <span className="sr-only"> (done)</span>}
            </Element>
          </li>
        );
      })}
    </ol>
  );
}
