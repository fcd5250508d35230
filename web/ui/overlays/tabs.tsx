import { FileQuestion } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useFirstUse } from './headless/load.ts';

type Tab = { id: string; label: ReactNode; content: ReactNode; badge?: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
};

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Sections of a page, one at a time; arrows move between them. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId();
  const strip = useRef<HTMLDivElement>(null);
  const { views, setOpener, preload } = useFirstUse();
  const shown = tabs.find((tab) => tab.id === selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next = step && tabs.at((tabs.findIndex((tab) => tab.id === selected) + step) % tabs.length);
    if (!next) return;
    onSelect(next.id);
    setOpener('keyboard');
  };
  useTabInSight(strip, `${base}-${selected}`);

  const tab = (id: string, props: ComponentProps<'button'>) => {
    const { label: text, badge } = tabs.find((each) => each.id === id) ?? {};
    return (
      <button
        key={id}
        {...props}
        id={`${base}-${id}`}
        type="button"
        role="tab"
        aria-controls={id === selected ? `${base}-panel` : undefined}
        className="-mb-px flex items-center gap-2 border-b-2 border-transparent py-2.5 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink aria-selected:border-accent aria-selected:text-ink"
      >
        {text}
        {badge}
      </button>
    );
  };
  const row = {
    ref: strip,
    className: 'tab-strip mb-6 relative flex gap-6 overflow-x-auto overflow-y-hidden border-b',
  };
  return (
    <div>
      {views ? (
        <views.TabStripView {...row} label={label} tabs={tabs} selected={selected} onSelect={onSelect} tab={tab} />
      ) : (
        <div {...row} {...preload} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map(({ id }) =>
            tab(id, {
              'aria-selected': id === selected,
              tabIndex: id === (shown ?? tabs[0])?.id ? 0 : -1,
              onClick: () => {
                onSelect(id);
                setOpener('pointer');
              },
            }),
          )}
        </div>
      )}
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
