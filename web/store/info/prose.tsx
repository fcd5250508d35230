import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/page-header.tsx';

export type Section = { title: string; body: readonly ReactNode[] };

/** A page to read: one narrow column, a date, numbered sections. */
export function Prose({
  title,
  intro,
  updated,
  sections,
}: {
  title: string;
  intro: string;
  updated?: string;
  sections: readonly Section[];
}) {
  return (
    <article className="mx-auto max-w-2xl pb-10">
      <PageHeader title={title} description={intro} />
      <div className="flex flex-col gap-8">
        {sections.map((section) => (
          <section key={section.title}>
            <h2 className="text-base font-semibold">{section.title}</h2>
            <div className="mt-2 flex flex-col gap-3 text-sm leading-6 text-muted">
              {section.body.map((paragraph, index) => (
                <p key={String(index)}>{paragraph}</p>
              ))}
            </div>
          </section>
        ))}
      </div>
      {updated && <p className="mt-10 border-t pt-5 text-xs text-muted">Last updated on {updated}</p>}
    </article>
  );
}
