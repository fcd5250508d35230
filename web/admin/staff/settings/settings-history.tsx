import { useQuery } from '@tanstack/react-query';
import type { SettingsEntry } from '#bff/contract/office/admin-settings.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Listed } from '#web/ui/list/listed.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { historyQuery } from './settings-api.ts';

const STEPS = { proposed: 'proposed', confirmed: 'confirmed', withdrawn: 'withdrawn', changed: 'changed' } as const;

export function SettingsHistory() {
  const query = useQuery({ ...historyQuery(), select: ({ data }) => data });
  return (
    <Card title="History" description="Every step, with what it said before and after.">
      <Listed
        of={query}
        noun="history"
        failed="Failed to load the history"
        skeleton={<Skeleton className="h-24 w-full" />}
        empty={<EmptyState title="Nothing was changed yet" />}
      >
        {(entries) => (
          <ul className="divide-y">
            {entries.map((entry) => (
              <li key={entry.position} className="py-3 first:pt-0 last:pb-0">
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Card>
  );
}

function Entry({ entry }: { entry: SettingsEntry }) {
  const summary = (
    <>
      <span className="block font-medium">
        {entry.title} {STEPS[entry.step]}
        {entry.version !== null && <span className="text-muted"> · version {entry.version}</span>}
      </span>
      <span className="mt-0.5 block text-sm text-muted wrap-anywhere">
        {entry.by?.name ?? 'The program'}, <DateText value={entry.at} format="datetime" />
        {entry.why !== null && `: “${entry.why}”`}
      </span>
    </>
  );
  if (entry.changes.length === 0) return <div>{summary}</div>;
  return (
    <Disclosure summary={summary}>
      <dl className="mt-3 flex flex-col gap-3 text-sm">
        {entry.changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt className="text-xs font-medium text-muted">{field}</dt>
            <dd className="wrap-anywhere">
              <span className="text-muted">{before ?? 'nothing'}</span> → {after ?? 'nothing'}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
