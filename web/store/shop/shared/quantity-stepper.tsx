import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';

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

/**
 * A whole number as people write it, or undefined: in groups of three (1,000, 1.000, 1 000, 1'000), in full-width digits, with spaces
 * around. A thousand is never one.
 */
function readQuantity(typed: string): number | undefined {
  const text = typed.normalize('NFKC').trim();
  if (/^\d+$/.test(text)) return Number(text);
  return /^\d{1,3}([,. '’])\d{3}(\1\d{3})*$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : undefined;
}

/** A whole number with − and +. Any text can be typed until the field is left; then one that is no number is undone. */
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

  const set = (number: number) => {
    const bounded = Math.min(max, Math.max(MIN, number));
    setText(String(bounded));
    if (bounded !== value) onChange(bounded);
  };
  const commit = () => set(readQuantity(text) ?? value);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter') commit();
    if (!step) return;
    event.preventDefault();
    // From what was typed, which the field may not have taken yet.
    set((readQuantity(text) ?? value) + step);
  };
  const inSentence = label.charAt(0).toLowerCase() + label.slice(1);
  const side = (step: 1 | -1) => ({
    type: 'button' as const,
    className: cx(
      'grid h-full place-items-center text-muted transition-colors hover:bg-hover hover:text-ink disabled:pointer-events-none disabled:opacity-40',
      size === 'sm' ? 'w-7' : 'w-8',
    ),
    disabled: disabled || (step === 1 ? value >= max : value <= MIN),
    onClick: () => set(value + step),
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
        onBlur={commit}
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
