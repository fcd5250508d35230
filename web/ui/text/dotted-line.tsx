import { Children, type ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';

/** Short facts with a dot between them, but none at a line break. Empty facts are left out. */
export function DottedLine({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span className={cx('block overflow-hidden', className)}>
      <span className="-ml-4 flex flex-wrap">
        {Children.toArray(children)
          .filter((fact) => fact !== '')
          .map((fact, index) => (
            <span key={String(index)} className="relative pl-4 before:absolute before:left-1.5 before:content-['·'/'']">
              {fact}
            </span>
          ))}
      </span>
    </span>
  );
}
