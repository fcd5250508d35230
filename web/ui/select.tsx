import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '#web/lib/cx.ts';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = ComponentProps<'select'> & {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; cannot be chosen again. */
  placeholder?: string;
};

/** One of a short list: the system's own control, which every keyboard and phone knows. Put it in a Field. */
export function Select({ options, placeholder, className, required, ...rest }: SelectProps) {
  const attributes = useFieldAttributes({ id: rest.id, required });
  return (
    <div className={cx('relative', className)}>
      <select
        {...attributes}
        {...rest}
        id={attributes.id}
        className={cx(INPUT_CLASS, 'cursor-pointer appearance-none pr-9')}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" aria-hidden />
    </div>
  );
}
