import type { ReactNode } from 'react';
import { type Detail, DetailList } from '#web/ui/page/detail-list.tsx';
import { StateBadge, type Tone } from '#web/ui/text/badge.tsx';

type PartProps = {
  icon: ReactNode;
  name: string;
  tone: Tone;
  status: string;
  message?: string;
  facts: readonly Detail[];
};

/** One part of the store: its state, and its figures. */
export function Part({ icon, name, tone, status, message, facts }: PartProps) {
  return (
    <section aria-label={name} className="min-w-0 rounded-lg border bg-surface p-5 shadow-xs">
      <div className="mb-4 flex items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          <span className="text-muted [&_svg]:size-4">{icon}</span>
          {name}
        </h2>
        <StateBadge of={{ tone, label: status }} />
      </div>
      {message && <p className="mb-4 text-sm text-muted">{message}</p>}
      <DetailList columns={2} details={facts} className="tabular" />
    </section>
  );
}
