import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import type { ComboboxProps } from '#web/ui/overlays/headless/combobox-view.tsx';
import { opensByArrow, useFirstUse } from '#web/ui/overlays/headless/load.ts';
import { INPUT_CLASS, useFieldAttributes } from './field.tsx';

export type { ComboboxItem } from '#web/ui/overlays/headless/combobox-view.tsx';

/** One entry of a long list, found by typing. Put it in a Field. An empty field means none. */
export function Combobox(props: ComboboxProps) {
  const { value, onQuery, placeholder, required, name } = props;
  const { views, setOpener, preload } = useFirstUse();
  /** The text that is typed before the list is loaded. */
  const [typed, setTyped] = useState<string>();
  const [cursor, setCursor] = useState<number | null>(null);
  const field = {
    ...useFieldAttributes({ id: undefined, required }),
    name,
    placeholder,
    autoComplete: 'off',
    spellCheck: false,
    className: cx(INPUT_CLASS, 'pr-9'),
  };
  return (
    <div className="relative">
      {views ? (
        <views.ComboboxView {...props} field={field} typed={typed} cursor={cursor} />
      ) : (
        <input
          {...field}
          {...preload}
          role="combobox"
          aria-expanded={false}
          aria-autocomplete="list"
          value={typed ?? value?.label ?? ''}
          onClick={() => setOpener('pointer')}
          onKeyDown={(event) => opensByArrow(event) && setOpener('keyboard')}
          onChange={(event) => {
            setTyped(event.target.value);
            setCursor(event.target.selectionStart);
            onQuery?.(event.target.value);
            setOpener('keyboard');
          }}
        />
      )}
      <ChevronDown className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" aria-hidden />
    </div>
  );
}
