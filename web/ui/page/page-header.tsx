import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { BackLink } from '#web/ui/text/back-link.tsx';

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** The target of 'Back to …'. */
  back?: { href: string; label: string };
  badge?: ReactNode;
};

/** The head of every page: its one h1, its purpose, its actions. */
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
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2 max-sm:has-[.max-sm\:w-full]:w-full">{actions}</div>
        )}
      </div>
    </header>
  );
}

/** Whether a heading that this render removes had the focus. */
let hadFocus = false;

/** A heading that replaces a focused one (the page of a loaded record) takes over the focus. */
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
