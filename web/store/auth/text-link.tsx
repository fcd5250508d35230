import type { ReactNode } from 'react';
import { Link } from 'wouter';

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="font-medium text-accent-ink underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
