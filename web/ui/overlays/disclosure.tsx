import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { useFirstUse } from './headless/load.ts';
import type { TriggerProps } from './headless/trigger.tsx';

type DisclosureProps = {
  /** The part that always shows, and opens the rest. */
  summary: ReactNode;
  children: ReactNode;
  className?: string;
};

/** Content that opens below its summary: an answer, the data of an event. */
export function Disclosure({ summary, children, className }: DisclosureProps) {
  const { views, setOpener, preload } = useFirstUse();
  const trigger = (props: TriggerProps) => (
    <button {...props} type="button" className={cx('group flex w-full gap-4 text-left', className)}>
      <span className="min-w-0 grow">{summary}</span>
      <ChevronDown
        className="size-4 shrink-0 text-muted transition-transform group-aria-expanded:rotate-180"
        aria-hidden
      />
    </button>
  );
  if (views) return <views.DisclosureView trigger={trigger}>{children}</views.DisclosureView>;
  return trigger({ ...preload, 'aria-expanded': false, onClick: () => setOpener('pointer') });
}
