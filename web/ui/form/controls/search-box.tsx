import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from '#web/lib/browser/typing.ts';
import { SEARCH_DEBOUNCE_MILLISECONDS } from '#web/lib/browser/use-debounced.ts';
import { cx } from '#web/lib/words/cx.ts';
import { INPUT_CLASS } from './field.tsx';

type SearchBoxProps = {
  /** The current term; the box follows it when it is changed from outside (Clear). */
  value: string;
  /** Called 500 ms after the last key, at once on Enter or when cleared. */
  onSearch: (term: string) => void;
  placeholder?: string;
  /** Its name for screen readers; the placeholder by default. */
  label?: string;
  /** False: only Enter searches. */
  live?: boolean;
  /** `/` focuses this field. At most one on a page. */
  shortcut?: boolean;
  className?: string;
};

/** Waits until typing pauses; `/` focuses it, Escape clears it. */
export function SearchBox({
  value,
  onSearch,
  placeholder = 'Search...',
  label,
  live = true,
  shortcut = true,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // One's own search comes back without its outer spaces, while the next word is being typed.
  useEffect(() => setText((now) => (now.trim() === value ? now : value)), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  useSlash(input, shortcut);

  const searchNow = (term: string) => {
    clearTimeout(timer.current);
    if (term.trim() !== value) onSearch(term.trim());
  };
  const change = (term: string) => {
    setText(term);
    clearTimeout(timer.current);
    if (term === '') searchNow('');
    else if (live) timer.current = setTimeout(() => searchNow(term), SEARCH_DEBOUNCE_MILLISECONDS);
  };

  return (
    <div className={cx('relative w-full', className)}>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label ?? placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow(text);
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            change('');
          }
        }}
        className={cx(INPUT_CLASS, 'peer px-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      {text !== '' ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            change('');
            input.current?.focus();
          }}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-sm text-muted hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      ) : (
        shortcut && <SlashKey />
      )}
    </div>
  );
}

const SlashKey = () => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute top-2 right-2 hidden h-5 min-w-5 place-items-center rounded-sm border px-1 font-sans text-xs text-muted peer-focus:hidden sm:grid"
  >
    /
  </span>
);

/** `/` focuses the field, except while another field has the focus. */
function useSlash(input: RefObject<HTMLInputElement | null>, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input, enabled]);
}
