import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { BackLink } from './back-link.tsx';

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Where 'Back to …' leads. */
  back?: { href: string; label: string };
  /** A badge beside the title. */
  badge?: ReactNode;
};

/** The head of every page: its one h1, what it is for, what can be done. */
export function PageHeader({ title, description, actions, back, badge }: PageHeaderProps) {
  const heading = useKeptFocus();
  return (
    <header className="mb-6">
      {back && <BackLink href={back.href}>{back.label}</BackLink>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
              {title}
            </h1>
            {badge}
          </div>
          {description !== undefined && <p className="mt-1 max-w-2xl text-sm text-muted">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}

/** Whether a heading that goes in this very change of the page had the focus. */
let hadFocus = false;

/** A heading in the place of one that had the focus (of a record that has loaded) takes it over. */
function useKeptFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const own = heading.current;
    if (hadFocus) own?.focus({ preventScroll: true });
    return () => {
      hadFocus = document.activeElement === own;
      queueMicrotask(() => {
        hadFocus = false;
      });
    };
  }, []);
  return heading;
}
