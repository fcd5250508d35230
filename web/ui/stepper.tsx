import { Check } from 'lucide-react';
import { cx } from '#web/lib/cx.ts';

type StepperProps = {
  steps: readonly string[];
  /** Index of the step one is at. */
  current: number;
  /** Lets one go back (or on) to a step that is open. */
  onStep?: (index: number) => void;
  /** Whether a step may be gone to; those before the current one by default. */
  canGoTo?: (index: number) => boolean;
};

/** The steps of a wizard and how far one is. */
export function Stepper({ steps, current, onStep, canGoTo = (index) => index < current }: StepperProps) {
  return (
    <ol className="flex flex-wrap items-center gap-x-3 gap-y-2" aria-label="Steps">
      {steps.map((step, index) => {
        const isDone = index < current;
        const isCurrent = index === current;
        const content = (
          <>
            <span
              className={cx(
                'tabular grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
                isDone && 'bg-accent text-on-accent',
                isCurrent && 'bg-accent-soft text-accent-ink inset-ring inset-ring-accent-line',
                !isDone && !isCurrent && 'bg-none-soft text-none',
              )}
            >
              {isDone ? <Check className="size-3.5" aria-hidden /> : index + 1}
            </span>
            <span className={cx('text-sm font-medium', !isCurrent && 'text-muted')}>{step}</span>
          </>
        );
        return (
          <li key={step} aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-3">
            {index > 0 && <span className="h-px w-8 bg-line-strong" aria-hidden="true" />}
            {onStep && canGoTo(index) && !isCurrent ? (
              <button type="button" onClick={() => onStep(index)} className="flex items-center gap-2 rounded-full">
                {content}
              </button>
            ) : (
              <span className="flex items-center gap-2">{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
