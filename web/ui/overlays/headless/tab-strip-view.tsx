import { Tab as HeadlessTab, TabGroup, TabList } from '@headlessui/react';
import { type ComponentProps, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';

export type TabStripProps = {
  label: string;
  tabs: readonly { id: string; label: ReactNode; badge?: ReactNode }[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** Draws one tab. */
  tab: (id: string, props: ComponentProps<'button'>) => ReactNode;
  className: string;
  ref: Ref<HTMLDivElement>;
};

type TabProps = ComponentProps<'button'> & { tab: TabStripProps['tab']; tabId: string };
const Tab = ({ tab, tabId, ...props }: TabProps) => tab(tabId, props);

/** The row of tabs, see Tabs. Replaces the placeholder control and takes over its focus. */
export function TabStripView({ label, tabs, selected, onSelect, tab, className, ref }: TabStripProps) {
  const current = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => current.current?.focus({ preventScroll: true }), []);
  return (
    <TabGroup
      selectedIndex={tabs.findIndex(({ id }) => id === selected)}
      onChange={(index) => onSelect(tabs[index]?.id ?? '')}
    >
      <TabList ref={ref} aria-label={label} className={className}>
        {tabs.map(({ id }) => (
          <HeadlessTab key={id} as={Tab} ref={id === selected ? current : undefined} tab={tab} tabId={id} />
        ))}
      </TabList>
    </TabGroup>
  );
}
