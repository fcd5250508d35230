import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { goRound } from './go-round.ts';
import { matching } from './matching.ts';
import { anchorOf, PANEL_CLASS } from './placement.ts';
import { Tick } from './tick.tsx';

/** At most this many matches are drawn; another letter narrows them. */
const MAX_SHOWN = 100;

/** `also` are other names that it is found by. */
export type ComboboxItem = {
  id: string;
  label: string;
  also?: () => readonly string[];
  hint?: string;
  icon?: ReactNode;
};

export type ComboboxProps = {
  value: ComboboxItem | null;
  onChange: (item: ComboboxItem | null) => void;
  items: readonly ComboboxItem[];
  /** For a search on the server: called with every change of the text. `items` is then shown unfiltered. */
  onQuery?: (text: string) => void;
  placeholder?: string;
  /** The text without matches ('Type at least 3 characters to search'). */
  emptyMessage?: string;
  busy?: boolean;
  required?: boolean;
  /** The field's name for forms and tests; its text is the label, not the id. */
  name?: string;
};

type ComboboxViewProps = ComboboxProps & {
  /** The field's attributes, the same as its placeholder control's. */
  field: Omit<React.ComponentProps<'input'>, 'defaultValue'>;
  /** The text that was typed into the placeholder control, and its cursor. */
  typed: string | undefined;
  cursor: number | null;
};

/** See Combobox. */
export function ComboboxView(props: ComboboxViewProps) {
  const { value, onChange, items, onQuery, emptyMessage = 'Nothing found', busy = false, field } = props;
  /** The text while somebody types; undefined while the field shows what is chosen. */
  const [text, setText] = useState(props.typed);
  const { input, button } = useTakeOver(props.typed, props.cursor);
  const matches = onQuery ? items : matching(items, text ?? '');
  const type = (next: string | undefined) => {
    setText(next);
    onQuery?.(next ?? '');
  };
  return (
    <Combobox value={value} onChange={onChange} by="id" onClose={() => type(undefined)}>
      <ComboboxInput
        {...field}
        ref={input}
        // Headless UI may write this value again while somebody types, so then it is what was typed.
        displayValue={(item: ComboboxItem | null) => text ?? item?.label ?? ''}
        onChange={(event) => type(event.target.value)}
        onClick={(event) => event.currentTarget.ariaExpanded === 'false' && button.current?.click()}
        onKeyDown={goRound}
      />
      {/* Headless UI opens only by its button; ours opens by the whole field. */}
      <ComboboxButton ref={button} className="hidden" aria-hidden />
      <ComboboxOptions
        anchor={anchorOf('bottom-start')}
        modal={false}
        aria-label="Choices"
        className={cx(
          PANEL_CLASS,
          'w-(--input-width) empty:hidden',
          matches.length > 0 && '[--anchor-max-height:18rem] p-1',
        )}
      >
        {matches.slice(0, MAX_SHOWN).map((item) => (
          <ComboboxOption
            key={item.id}
            value={item}
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 data-focus:bg-hover"
          >
            {item.icon}
            <span className="min-w-0 grow">
              <span className="block truncate">{item.label}</span>
              {item.hint && <span className="block truncate text-xs text-muted">{item.hint}</span>}
            </span>
            {item.id === value?.id && <Tick className="text-accent-ink" />}
          </ComboboxOption>
        ))}
        {matches.length === 0 && (
          <p role="status" className="px-3.5 py-3 text-muted">
            {busy ? 'Searching...' : emptyMessage}
          </p>
        )}
      </ComboboxOptions>
    </Combobox>
  );
}

/** Replaces the placeholder control: takes its focus, cursor and typed text, and opens. */
function useTakeOver(typed: string | undefined, cursor: number | null) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const field = input.current;
    if (!field || isDone.current) return;
    isDone.current = true;
    field.focus({ preventScroll: true });
    if (typed === undefined) {
      button.current?.click();
      return;
    }
    // As if it was typed here. React overrides the element's own setter, so the prototype's is called.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
    field.setSelectionRange(cursor, cursor);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, [typed, cursor]);
  return { input, button };
}
