import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '#web/lib/words/cx.ts';

type DisclosureProps = {
  /** The part that always shows, and opens the rest. */
  summary: ReactNode;
  children: ReactNode;
  className?: string;
};

export function Disclosure({ summary, children, className }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={cx('group flex w-full gap-4 text-left', className)}
      >
        <span className="min-w-0 grow">{summary}</span>
        <ChevronDown
          className="size-4 shrink-0 text-muted transition-transform group-aria-expanded:rotate-180"
          aria-hidden
        />
      </button>
      {isOpen && <div id={panel}>{children}</div>}
    </>
  );
}
