import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';

type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  /** Controls at the right of the title. */
  actions?: ReactNode;
  /** False lets the content (a table) reach the edges. */
  padded?: boolean;
  className?: string;
  children?: ReactNode;
};

export function Card({ title, description, actions, padded = true, className, children }: CardProps) {
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section className={cx('min-w-0 rounded-lg border bg-surface shadow-xs', !padded && 'overflow-clip', className)}>
      {hasHead && (
        <header className={cx('flex flex-wrap items-start justify-between gap-3 px-5 pt-5', padded ? 'pb-0' : 'pb-4')}>
          <div className="min-w-0">
            {title !== undefined && <h2 className="text-base font-semibold">{title}</h2>}
            {description !== undefined && <p className="mt-0.5 max-w-2xl text-sm text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      {children !== undefined && <div className={cx(padded && 'p-5', padded && hasHead && 'pt-4')}>{children}</div>}
    </section>
  );
}
