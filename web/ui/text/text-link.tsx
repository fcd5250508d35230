import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from '#web/lib/words/cx.ts';

export function TextLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className={cx('rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline', className)}
    >
      {children}
    </Link>
  );
}
