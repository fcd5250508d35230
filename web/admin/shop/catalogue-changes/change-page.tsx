import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { CatalogueChange } from '#bff/contract/shop/admin-catalogue.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { CopiedText } from '#web/ui/actions/copy-button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { DetailPage } from '#web/ui/page/detail-page.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { StateBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { ChangeNotice } from './change-notice.tsx';
import { ChangeRows } from './change-rows.tsx';
import { ChangeSteps } from './change-steps.tsx';
import { kindOf, STATUSES } from './change-words.ts';

const SHORT_SUM_LENGTH = 12;

/** One change: what it does row by row, and the next step. */
export function ChangePage() {
  const { id = '' } = useParams<{ id: string }>();
  const read = useQuery(apiQuery('GET /admin/catalogue/changes/:id', { params: { id } }));
  return (
    <DetailPage
      of={read}
      title="Bulk change"
      back={BACK}
      failed="Failed to fetch the change"
      missing={{
        title: 'Change not found',
        message: 'What was only looked at is kept for 7 days. Look at it once more.',
      }}
      skeleton={<Skeleton className="h-64 w-full rounded-lg" />}
    >
      {(change) => (
        <>
          <PageHeader
            title={change.title}
            description={`${kindOf(change)}: what changes, row by row.`}
            back={BACK}
            badge={<StateBadge of={STATUSES[change.status]} />}
            actions={<ChangeSteps change={change} />}
          />
          <ChangeNotice change={change} />
          <Card className="mb-6">
            <DetailList columns={3} details={detailsOf(change)} />
          </Card>
          <ChangeRows change={change} />
        </>
      )}
    </DetailPage>
  );
}

const BACK = { href: '/admin/catalogue-changes', label: 'Back to bulk changes' };

const detailsOf = (change: CatalogueChange) => [
  ...(change.customer === null
    ? []
    : [
        {
          label: 'Customer',
          value: (
            <TextLink href={`${subjectHref('customer', change.customer.id)}?tab=discounts`}>
              {change.customer.name || 'Without a name'}
            </TextLink>
          ),
        },
      ]),
  { label: 'By', value: change.created_by.name },
  { label: 'When', value: <DateText value={change.created_at} format="datetime" /> },
  ...(change.due_at === null
    ? []
    : [
        {
          label: 'Counts from',
          value: (
            <>
              <DateText value={change.due_at} format="datetime" />
              <span className="block text-xs text-muted">The day begins in {change.time_zone}</span>
            </>
          ),
        },
      ]),
  ...(change.confirmed_by === null ? [] : [{ label: 'Confirmed by', value: change.confirmed_by.name }]),
  ...(change.read_as === null ? [] : [{ label: 'Read as', value: change.read_as }]),
  ...(change.file_sha256 === null
    ? []
    : [
        {
          label: 'SHA-256 of the file',
          value: (
            <CopiedText
              text={change.file_sha256}
              shown={`${change.file_sha256.slice(0, SHORT_SUM_LENGTH)}…`}
              label="Copy the SHA-256 of the file"
            />
          ),
        },
      ]),
];
