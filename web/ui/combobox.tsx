import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#web/lib/cx.ts';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';
import { placeFloating } from './place-floating.ts';

/** More matches than this are not drawn: one types another letter instead. */
const MAX_SHOWN = 100;

export type ComboboxItem = { id: string; label: string; hint?: string; icon?: ReactNode };

export type ComboboxProps = {
  value: ComboboxItem | null;
  onChange: (item: ComboboxItem | null) => void;
  items: readonly ComboboxItem[];
  /** Given when the server searches: called with every change of the text, and `items` is then shown as it is. */
  onQuery?: (text: string) => void;
  placeholder?: string;
  /** Said when nothing matches ('Type at least 3 characters to search'). */
  emptyMessage?: string;
  busy?: boolean;
  disabled?: boolean;
  required?: boolean;
  /** Names the field for forms and tests; the text in it is the label, not the id. */
  name?: string;
};

/** One of a long list, found by typing. Put it in a Field. An emptied field means none. */
export function Combobox({
  value,
  onChange,
  items,
  onQuery,
  placeholder,
  emptyMessage = 'Nothing found',
  busy = false,
  disabled = false,
  required,
  name,
}: ComboboxProps) {
  const attributes = useFieldAttributes({ id: undefined, required });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  /** What is being typed; null while nothing is, and the chosen item's label shows. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const needle = (typed ?? '').trim().toLowerCase();
  const matches = onQuery ? items : items.filter((item) => item.label.toLowerCase().includes(needle));
  const shown = matches.slice(0, MAX_SHOWN);

  useComboboxPanel(open, panel, input);
  useEffect(() => {
    if (open) panel.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active, open]);

  const show = () => {
    if (disabled || open) return;
    setActive(Math.max(0, value ? matches.findIndex((item) => item.id === value.id) : 0));
    setOpen(true);
  };
  const hide = () => {
    setOpen(false);
    setTyped(null);
    onQuery?.('');
  };
  const choose = (item: ComboboxItem | undefined) => {
    if (!item) return;
    onChange(item);
    hide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) {
      event.preventDefault();
      if (!open) return show();
      setActive((active + move + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(shown[active]);
    } else if (event.key === 'Escape' && open) {
      // Claimed: a dialog around this field stays open.
      event.preventDefault();
      hide();
    }
  };
  return (
    <div className="relative">
      <input
        {...attributes}
        ref={input}
        name={name}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && shown[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={placeholder}
        value={typed ?? value?.label ?? ''}
        onClick={show}
        onChange={(event) => {
          setTyped(event.target.value);
          onQuery?.(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onBlur={() => {
          if (typed === '') onChange(null);
          hide();
        }}
        onKeyDown={onKeyDown}
        className={cx(INPUT_CLASS, 'pr-9')}
      />
      <ChevronDown className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" aria-hidden />
      {open && (
        <div ref={panel} popover="manual">
          <div
            id={listId}
            role="listbox"
            aria-label="Choices"
            hidden={shown.length === 0}
            className="max-h-72 animate-pop-in overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-md"
          >
            {shown.map((item, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which points here.
              <div
                key={item.id}
                id={`${listId}-${index}`}
                data-index={index}
                role="option"
                aria-selected={item.id === value?.id}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(item)}
                className={cx(
                  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2',
                  index === active && 'bg-hover',
                )}
              >
                {item.icon}
                <span className="min-w-0 grow">
                  <span className="block truncate">{item.label}</span>
                  {item.hint && <span className="block truncate text-xs text-muted">{item.hint}</span>}
                </span>
                {item.id === value?.id && <Check className="size-4 shrink-0 text-accent-ink" aria-hidden />}
              </div>
            ))}
          </div>
          {shown.length === 0 && (
            <p role="status" className="rounded-lg bg-raised px-3.5 py-3 text-sm text-muted shadow-md">
              {busy ? 'Searching...' : emptyMessage}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Shows the panel above everything, as wide as the field, and keeps it there. */
function useComboboxPanel(
  open: boolean,
  panel: React.RefObject<HTMLDivElement | null>,
  input: React.RefObject<HTMLInputElement | null>,
): void {
  useLayoutEffect(() => {
    const [floating, anchor] = [panel.current, input.current];
    if (!open || !floating || !anchor) return;
    floating.showPopover();
    const place = () => {
      floating.style.width = `${anchor.offsetWidth}px`;
      placeFloating(floating, anchor, 'bottom-start');
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(floating);
    const onScroll = (event: Event) => {
      if (!(event.target instanceof Node && floating.contains(event.target))) place();
    };
    addEventListener('resize', place);
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [open, panel, input]);
}
