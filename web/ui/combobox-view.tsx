import {
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Combobox as Headless,
} from '@headlessui/react';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#web/lib/cx.ts';
import type { ComboboxItem, ComboboxProps } from './combobox.tsx';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

/** More matches than this are not drawn: one types another letter instead. */
const MAX_SHOWN = 100;

/** See Combobox, which fetches this. */
export function ComboboxView({
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
  const [text, setText] = useState('');
  const matches = onQuery
    ? items
    : items.filter((item) => item.label.toLowerCase().includes(text.trim().toLowerCase()));
  const change = (typed: string) => {
    setText(typed);
    onQuery?.(typed);
  };
  return (
    <Headless
      immediate
      value={value}
      by="id"
      disabled={disabled}
      onChange={onChange}
      onClose={() => change('')}
      {...(name === undefined ? {} : { name })}
    >
      <div className="relative">
        <ComboboxInput
          {...attributes}
          autoComplete="off"
          placeholder={placeholder}
          displayValue={(item: ComboboxItem | null) => item?.label ?? ''}
          onChange={(event) => change(event.target.value)}
          className={cx(INPUT_CLASS, 'pr-9')}
        />
        <ComboboxButton
          aria-label="Show the list"
          className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted"
        >
          <ChevronDown className="size-4" aria-hidden />
        </ComboboxButton>
      </div>
      <ComboboxOptions
        modal={false}
        anchor={{ to: 'bottom start', gap: 6 }}
        className="z-60 max-h-72! w-(--input-width) animate-pop-in overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-md"
      >
        {matches.slice(0, MAX_SHOWN).map((item) => (
          <ComboboxOption
            key={item.id}
            value={item}
            className="group flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 data-focus:bg-hover"
          >
            {item.icon}
            <span className="min-w-0 grow">
              <span className="block truncate">{item.label}</span>
              {item.hint && <span className="block truncate text-xs text-muted">{item.hint}</span>}
            </span>
            <Check className="invisible size-4 shrink-0 text-accent-ink group-data-selected:visible" aria-hidden />
          </ComboboxOption>
        ))}
        {matches.length === 0 && <p className="px-2.5 py-2 text-muted">{busy ? 'Searching...' : emptyMessage}</p>}
      </ComboboxOptions>
    </Headless>
  );
}
