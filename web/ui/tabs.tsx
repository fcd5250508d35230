import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '#web/lib/cx.ts';

export type Tab = { id: string; label: ReactNode; content: ReactNode; badge?: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  /** Controlled when given. */
  selected?: string;
  onSelect?: (id: string) => void;
  className?: string;
};

/** Sections of a page, one at a time; arrows move between them. */
export function Tabs({ label, tabs, selected, onSelect, className }: TabsProps) {
  const base = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(tabs[0]?.id);
  const current = selected ?? own;
  const choose = (id: string) => {
    setOwn(id);
    onSelect?.(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const index = tabs.findIndex((tab) => tab.id === current);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = tabs.at(target % tabs.length);
    if (!next) return;
    choose(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  useEffect(() => {
    // On a small screen the list scrolls: the selected tab must not lie outside of it. The page itself stays where it is.
    const [list, tab] = [listRef.current, document.getElementById(`${base}-${current}`)];
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [base, current]);
  const shown = tabs.find((tab) => tab.id === current);
  return (
    <div className={className}>
      <div
        ref={listRef}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="mb-6 relative flex gap-6 overflow-x-auto border-b"
      >
        {tabs.map((tab) => {
          const isSelected = tab.id === current;
          return (
            <button
              key={tab.id}
              id={`${base}-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={isSelected}
              aria-controls={isSelected ? `${base}-panel` : undefined}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => choose(tab.id)}
              className={cx(
                '-mb-px flex items-center gap-2 border-b-2 py-2.5 text-sm font-medium whitespace-nowrap -outline-offset-2 transition-colors',
                isSelected ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {tab.label}
              {tab.badge}
            </button>
          );
        })}
      </div>
      {shown && (
        <div
          id={`${base}-panel`}
          role="tabpanel"
          aria-labelledby={`${base}-${shown.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel is reached by Tab, so that it can be scrolled and read.
          tabIndex={0}
          className="rounded-sm outline-offset-8"
        >
          {shown.content}
        </div>
      )}
    </div>
  );
}
