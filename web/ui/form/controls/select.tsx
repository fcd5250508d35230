import { ChevronDown } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import type { SelectOption } from '#web/ui/overlays/headless/listbox-view.tsx';
import { openerOf, opensByArrow, useFirstUse } from '#web/ui/overlays/headless/load.ts';
import type { TriggerProps } from '#web/ui/overlays/headless/trigger.tsx';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

type SelectProps = {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; cannot be chosen again. */
  placeholder?: string | undefined;
  value: string | undefined;
  onChange: (value: string) => unknown;
  onBlur?: () => unknown;
  /** What a form needs of it: to lead to it. */
  ref?: Ref<{ focus: () => void }>;
  id?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean | undefined;
  'aria-label'?: string;
  className?: string;
};

/** One entry of a short list. Put it in a Field, or name it with `aria-label`. */
export function Select(props: SelectProps) {
  const { options, placeholder, value = '', onChange, onBlur, name, className, disabled = false, ref } = props;
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => box.current?.querySelector('button')?.focus() }), []);
  const { views, opener, setOpener, preload } = useFirstUse();
  const attributes = useFieldAttributes(props);
  const shown = options.find((option) => option.value === value)?.label;
  const trigger = (given: TriggerProps) => (
    <button
      {...given}
      {...attributes}
      type="button"
      // The choice is its value, and screen readers read it as one; of a plain button they would read only the label.
      role="combobox"
      aria-expanded={given['aria-expanded']}
      aria-label={props['aria-label']}
      name={name}
      disabled={disabled}
      onBlur={onBlur}
      className={cx(INPUT_CLASS, 'cursor-pointer truncate pr-9 text-left', shown === undefined && 'text-muted')}
    >
      {shown ?? placeholder ?? '\u00a0'}
    </button>
  );
  const standIn = () =>
    trigger({
      ...preload,
      'aria-haspopup': 'listbox',
      'aria-expanded': false,
      onClick: (event) => setOpener(openerOf(event)),
      onKeyDown: (event) => opensByArrow(event) && setOpener('keyboard'),
    });
  return (
    <div ref={box} className={cx('relative', className)}>
      {views ? (
        <views.ListboxView value={value} options={options} onChange={onChange} trigger={trigger} opener={opener} />
      ) : (
        standIn()
      )}
      <ChevronDown className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" aria-hidden />
    </div>
  );
}
