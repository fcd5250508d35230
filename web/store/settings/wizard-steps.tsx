import { Check } from 'lucide-react';
import { cx } from '#web/lib/cx.ts';

/** The current place in a short row of steps; finished ones can be opened again. */
export function WizardSteps({
  current,
  steps,
  onChoose,
}: {
  /** Counted from 1. */
  current: number;
  steps: readonly string[];
  onChoose: (step: number) => void;
}) {
  return (
    <ol className="grid grid-cols-2 gap-3">
      {steps.map((label, index) => {
        const step = index + 1;
        const isCurrent = step === current;
        const isDone = step < current;
        return (
          <li key={label}>
            <button
              type="button"
              aria-current={isCurrent ? 'step' : undefined}
              onClick={() => onChoose(step)}
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
            </button>
          </li>
        );
      })}
    </ol>
  );
}
