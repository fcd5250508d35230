import { LifeBuoy, MessageSquareText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { SupportTicket } from '#bff/contract/people/support.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { type List, useList } from '#web/lib/api/use-list.ts';
import { useListAddress, useOpenRecord } from '#web/lib/navigation/list-address.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { Listed } from '#web/ui/list/listed.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { TicketEntry } from './ticket-entry.tsx';
import { TicketThread } from './ticket-thread.tsx';

/** New tickets arrive while others are answered. */
const REFRESH_MILLISECONDS = 60_000;
const VIEWS = ['', 'open', 'answered', 'closed'] as const;

export function SupportPage() {
  const address = useListAddress({ status: VIEWS, search: '' });
  /** Unsent answers by ticket, so that changing the ticket loses nothing. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const query = { ...address.filters, page: address.page };
  const list = useList(
    { ...apiQuery('GET /admin/support-tickets', { query }), refetchInterval: REFRESH_MILLISECONDS },
    { failed: 'Failed to load the tickets', turnTo: address.turnTo },
  );
  const { shown, hrefOf } = useOpenRecord(list);
  const isEmpty = list.data?.data.length === 0 && !shown;
  const beside = cx(shown && 'max-lg:hidden');
  return (
    <>
      <PageHeader title="Support" description="Questions of customers. Answers go out by email." />
      <div className={cx('mb-4 flex flex-wrap items-center justify-between gap-3', beside)}>
        <Segmented
          label="Which tickets"
          options={VIEWS.map((value) => ({ value, label: statusLabel(value || 'all') }))}
          {...address.choice('status')}
        />
        <div className="w-full sm:w-80">
          <SearchBox
            label="Search tickets"
            placeholder="Search name, email, subject..."
            {...address.search('search')}
          />
        </div>
      </div>
      <div className={cx('grid items-start gap-5', !isEmpty && 'lg:grid-cols-[22rem_1fr]')}>
        <Card padded={false} className={cx('overflow-hidden', beside)}>
          <Queue
            list={list}
            empty={<NoTickets onClear={address.isFiltered ? address.clear : undefined} />}
            entryOf={(ticket) => (
              <TicketEntry
                key={ticket.id}
                ticket={ticket}
                href={hrefOf(ticket)}
                isOpen={ticket.id === shown?.id}
                hasDraft={Boolean(drafts[ticket.id])}
              />
            )}
          />
        </Card>
        {shown ? (
          <TicketThread
            key={shown.id}
            {...shown}
            draft={drafts[shown.id] ?? ''}
            onDraft={(text) => setDrafts((all) => ({ ...all, [shown.id]: text }))}
          />
        ) : (
          !isEmpty && (
            <Card className="max-lg:hidden">
              <EmptyState
                icon={<MessageSquareText aria-hidden />}
                title="Choose a ticket"
                message="Its conversation opens here."
              />
            </Card>
          )
        )}
      </div>
    </>
  );
}

type QueueProps = { list: List<SupportTicket>; empty: ReactNode; entryOf: (ticket: SupportTicket) => ReactNode };

function Queue({ list, empty, entryOf }: QueueProps) {
  const { data, failed, turnTo, isPlaceholderData } = list;
  return (
    <>
      <Listed
        of={{ ...list, data: data?.data }}
        noun="tickets"
        failed={failed}
        skeleton={<QueueSkeleton />}
        empty={empty}
      >
        {(tickets) => (
          <ul className={cx('divide-y transition-opacity', isPlaceholderData && 'opacity-50')} aria-label="Tickets">
            {tickets.map(entryOf)}
          </ul>
        )}
      </Listed>
      {data && (
        <Pagination
          className="border-t px-4 py-3 empty:hidden"
          current={data.meta.current_page}
          last={data.meta.last_page}
          onPage={turnTo}
          busy={isPlaceholderData}
        />
      )}
    </>
  );
}

const NoTickets = ({ onClear }: { onClear: (() => void) | undefined }) => (
  <EmptyState
    icon={<LifeBuoy aria-hidden />}
    title="No tickets found"
    message={onClear ? 'Try another search or status.' : 'Nobody has asked anything yet.'}
    action={onClear && <Button onClick={onClear}>Clear filters</Button>}
  />
);

const QueueSkeleton = () => (
  <div className="divide-y">
    {Array.from({ length: 6 }, (_, index) => (
      <div key={String(index)} className="space-y-2 px-4 py-3.5">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-3 w-full" />
      </div>
    ))}
  </div>
);
