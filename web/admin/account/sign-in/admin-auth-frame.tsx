import type { ReactNode } from 'react';
import { Logo } from '#web/shared/shell/logo.tsx';
import { ThemeSwitch } from '#web/shared/shell/theme-switch.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';

export function AdminAuthFrame({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-column flex h-16 w-full items-center justify-between">
        <Logo suffix="Admin" />
        <ThemeSwitch />
      </header>
      <div className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 pb-24">
        <section className="rounded-xl border bg-surface px-6 py-8 shadow-sm sm:px-9 sm:py-10">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
            {title}
          </h1>
          <p className="mt-1.5 text-sm text-muted">{description}</p>
          {children}
        </section>
        <div className="mt-6 flex justify-center">
          <BackLink href="/">Back to the store</BackLink>
        </div>
      </div>
    </div>
  );
}
