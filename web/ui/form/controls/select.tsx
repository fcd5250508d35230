import { ChevronDown } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import type { SelectOption } from '#web/ui/overlays/headless/listbox-view.tsx';
import { openerOf, opensByArrow, useFirstUse } from '#web/ui/overlays/headless/load.ts';
import type { TriggerProps } from '#web/ui/overlays/headless/trigger.tsx';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

/**
 * The handle that a form library needs of a field: `{...form.register('currency')}` uses it. Its type is 'text', because react-hook-form
 * iterates over the `options` of a select.
 */
type SelectHandle = { type: 'text'; value: string; focus: () => void };
type SelectEvent = { target: { name: string | undefined; value: string } };

type SelectProps = {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; cannot be chosen again. */
  placeholder?: string;
  /** Controlled when given. */
  value?: string | undefined;
  defaultValue?: string;
  onChange?: (event: SelectEvent) => unknown;
  onBlur?: (event: SelectEvent) => unknown;
  ref?: Ref<SelectHandle>;
  id?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  'aria-label'?: string;
  className?: string;
};

/** One entry of a short list. Put it in a Field, or name it with `aria-label`. */
export function Select(props: SelectProps) {
  const { options, placeholder, name, onChange, onBlur, className, disabled = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [value, setValue] = useValue(props, () => box.current?.querySelector('button')?.focus());
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
      onBlur={() => onBlur?.({ target: { name, value } })}
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
        <views.ListboxView
          value={value}
          options={options}
          onChange={(next) => {
            setValue(next);
            onChange?.({ target: { name, value: next } });
          }}
          trigger={trigger}
          opener={opener}
        />
      ) : (
        standIn()
      )}
      <ChevronDown className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" aria-hidden />
    </div>
  );
}

/** The choice: the parent's where it is controlled, else our own, which a form library reads and writes through the handle. */
function useValue({ value, defaultValue = '', ref }: SelectProps, focus: () => void) {
  const [own, setOwn] = useState(defaultValue);
  const latest = useRef({ own, focus });
  latest.current.focus = focus;
  const [handle] = useState<SelectHandle>(() => ({
    type: 'text',
    get value() {
      return latest.current.own;
    },
    set value(next) {
      latest.current.own = next;
      setOwn(next);
    },
    focus: () => latest.current.focus(),
  }));
  useImperativeHandle(ref, () => handle, [handle]);
  const choose = (next: string) => {
    handle.value = next;
  };
  return [value ?? own, choose] as const;
}
