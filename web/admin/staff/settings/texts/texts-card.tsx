import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AdminTexts } from '#bff/contract/office/texts.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Listed } from '#web/ui/list/listed.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { textsQuery } from './text-api.ts';

type Entry = AdminTexts['texts'][number];

export function TextsCard() {
  const query = useQuery(textsQuery());
  const missing = query.data?.data.missing ?? [];
  return (
    <Card
      title="Texts"
      description="What the store says to everybody. Each version is kept, with who wrote it and why."
    >
      {missing.length > 0 && (
        <Alert tone="warn" className="mb-5" title="Texts are missing">
          <ul className="list-disc pl-5">
            {missing.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Listed
        of={{ ...query, data: query.data?.data.texts }}
        noun="texts"
        failed="Failed to load the texts"
        skeleton={<Skeleton className="h-40 w-full" />}
        empty={null}
      >
        {(texts) => (
          <ul className="divide-y">
            {texts.map((text) => (
              <li key={text.name}>
                <TextRow text={text} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Card>
  );
}

const TextRow = ({ text: { name, title, is_written, has_standard, changed_at, changed_by } }: { text: Entry }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
    <Link
      href={`/admin/settings/texts/${name}`}
      className="min-w-40 rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline"
    >
      {title}
    </Link>
    {is_written ? (
      <Badge tone="ok">Your own</Badge>
    ) : (
      <Badge tone="none">{has_standard ? 'Standard text' : 'None'}</Badge>
    )}
    {changed_at !== null && (
      <span className="text-sm text-muted">
        {changed_by?.name ?? 'The program'}, <DateText value={changed_at} format="datetime" />
      </span>
    )}
  </div>
);
