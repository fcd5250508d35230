import { FileQuestion } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

type Tab = { id: string; label: ReactNode; content: ReactNode; badge?: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
};

/** Where a key leads from the tab at an index; a negative index counts from the end. */
const GOALS: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
};

/** Arrows, Home and End move between the tabs. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId();
  const strip = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex((tab) => tab.id === selected);
  const shown = tabs[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const goal = GOALS[event.key]?.(at, tabs.length);
    const next = goal === undefined ? undefined : tabs.at(goal);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus({ preventScroll: true });
  };
  useTabInSight(strip, `${base}-${selected}`);
  return (
    <div>
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="tab-strip mb-6 relative flex gap-6 overflow-x-auto overflow-y-hidden border-b"
      >
        {tabs.map(({ id, label: text, badge }) => (
          <button
            key={id}
            id={`${base}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === selected}
            aria-controls={id === selected ? `${base}-panel` : undefined}
            tabIndex={id === (shown ?? tabs[0])?.id ? 0 : -1}
            onClick={() => onSelect(id)}
            className="-mb-px flex items-center gap-2 border-b-2 border-transparent py-2.5 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {text}
            {badge}
          </button>
        ))}
      </div>
      {shown ? (
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
      ) : (
        <EmptyState
          icon={<FileQuestion aria-hidden />}
          title="Not found"
          message="There is no such section here. Choose one of those above."
        />
      )}
    </div>
  );
}

/** On a small screen the row scrolls, and the selected tab must be visible. The page itself does not scroll. */
function useTabInSight(strip: RefObject<HTMLElement | null>, tabId: string): void {
  useEffect(() => {
    const [row, tab] = [strip.current, document.getElementById(tabId)];
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [strip, tabId]);
}
