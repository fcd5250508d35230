import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { cx } from '#web/lib/cx.ts';

const MIN = 1;

type QuantityStepperProps = {
  value: number;
  onChange: (value: number) => void;
  max?: number;
  /** Its name for screen readers: 'Quantity of Steam 50'. */
  label?: string;
  disabled?: boolean;
  size?: 'sm' | 'md';
  className?: string;
};

/** A whole number with − and +. Any text can be typed until the field is left; then a non-number becomes the minimum. */
export function QuantityStepper({
  value,
  onChange,
  max = 99_999,
  label = 'Quantity',
  disabled = false,
  size = 'md',
  className,
}: QuantityStepperProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);

  const commit = (typed: string) => {
    const number = /^\d+$/.test(typed.trim()) ? Number(typed) : MIN;
    const bounded = Math.min(max, Math.max(MIN, number));
    setText(String(bounded));
    if (bounded !== value) onChange(bounded);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter') commit(text);
    if (!step) return;
    event.preventDefault();
    commit(String(Math.max(MIN, value + step)));
  };
  const inSentence = label.charAt(0).toLowerCase() + label.slice(1);
  const side = (step: 1 | -1) => ({
    type: 'button' as const,
    className: cx(
      'grid h-full place-items-center text-muted transition-colors hover:bg-hover hover:text-ink disabled:pointer-events-none disabled:opacity-40',
      size === 'sm' ? 'w-7' : 'w-8',
    ),
    disabled: disabled || (step === 1 ? value >= max : value <= MIN),
    onClick: () => commit(String(value + step)),
  });
  return (
    <div
      className={cx(
        'inline-flex items-center overflow-hidden rounded-md border border-line-strong bg-surface shadow-xs focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/20',
        size === 'sm' ? 'h-8' : 'h-9',
        disabled && 'opacity-60',
        className,
      )}
    >
      <button {...side(-1)} aria-label={`Decrease ${inSentence}`}>
        <Minus className="size-3.5" aria-hidden />
      </button>
      <input
        inputMode="numeric"
        aria-label={label}
        value={text}
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => commit(text)}
        onKeyDown={onKeyDown}
        // Five digits need more room than one.
        style={{ width: `max(2.75rem, ${text.length + 2}ch)` }}
        className="tabular h-full bg-transparent text-center text-sm font-medium outline-none"
      />
      <button {...side(1)} aria-label={`Increase ${inSentence}`}>
        <Plus className="size-3.5" aria-hidden />
      </button>
    </div>
  );
}
