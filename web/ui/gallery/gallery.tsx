import type { ReactNode } from 'react';
import { Logo } from '../logo.tsx';
import { ThemeSwitch } from '../theme-switch.tsx';
import { ActionPieces } from './action-pieces.tsx';
import { ChartPieces } from './chart-pieces.tsx';
import { FormPieces } from './form-pieces.tsx';
import { ShowPieces } from './show-pieces.tsx';
import { TablePieces } from './table-pieces.tsx';

/** Every shared piece on one page, for looking at (development only): `/__gallery`. */
export function Gallery() {
  return (
    <div>
      <header className="sticky top-0 z-20 border-b bg-surface/90 backdrop-blur-md">
        <div className="page-column flex h-16 items-center justify-between">
          <Logo suffix="Gallery" />
          <ThemeSwitch />
        </div>
      </header>
      <main className="page-column space-y-12 py-10 [--sticky-top:4rem]">
        <h1 className="text-2xl font-semibold">The shared pieces</h1>
        <Section title="Actions">
          <ActionPieces />
        </Section>
        <Section title="Forms">
          <FormPieces />
        </Section>
        <Section title="Showing">
          <ShowPieces />
        </Section>
        <Section title="Charts">
          <ChartPieces />
        </Section>
        <Section title="Tables">
          <TablePieces />
        </Section>
      </main>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} data-section={title.toLowerCase()}>
      <h2 className="mb-4 text-lg font-semibold">{title}</h2>
      <div className="space-y-6">{children}</div>
    </section>
  );
}
