import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LifeBuoy, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { apiQuery } from '#web/lib/api-query.ts';
import { cx } from '#web/lib/cx.ts';
import { oneOf, pageParam, withParams } from '#web/lib/page-param.ts';
import { describeError } from '#web/lib/toast-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useOpenTicket } from './support-api.ts';
import { TicketEntry } from './ticket-entry.tsx';
import { TicketThread } from './ticket-thread.tsx';

/** New tickets come in while one answers the others. */
const REFRESH_MILLISECONDS = 60_000;
const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
  { value: 'closed', label: 'Closed' },
];

/** What customers asked: the queue at the left, the conversation at the right. */
export function SupportPage() {
  const [search, setSearch] = useSearchParams();
  /** Answers not sent yet, by ticket: leaving one for another loses nothing. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const status = oneOf(['open', 'answered', 'closed'], search.get('status'), 'all');
  const term = search.get('search') ?? '';
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...apiQuery('GET /admin/support-tickets', {
      query: { page: pageParam(search), status: status === 'all' ? '' : status, search: term },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MILLISECONDS,
  });
  const change = (changes: Record<string, string | null>) =>
    setSearch((before) => withParams(before, { page: null, ticket: null, ...changes }), { replace: true });
  const openId = search.get('ticket');
  const open = useOpenTicket(
    openId,
    data?.data.find((ticket) => ticket.id === openId),
  );
  const isEmpty = data?.data.length === 0 && !open;
  const isFiltered = status !== 'all' || term !== '';
  return (
    <>
      <PageHeader title="Support" description="Questions of customers. Answers go out by email." />
      <div className={cx('mb-4 flex flex-wrap items-center justify-between gap-3', open && 'max-lg:hidden')}>
        <Segmented
          label="Which tickets"
          options={VIEWS}
          value={status}
          onChange={(next) => change({ status: next === 'all' ? null : next })}
        />
        <div className="w-full sm:w-80">
          <SearchBox
            label="Search tickets"
            placeholder="Search name, email, subject..."
            value={term}
            onSearch={(text) => change({ search: text })}
          />
        </div>
      </div>
      <div className={cx('grid items-start gap-5', !isEmpty && 'lg:grid-cols-[22rem_1fr]')}>
        <Card padded={false} className={cx('overflow-hidden', open && 'max-lg:hidden')}>
          {isPending ? (
            <Loading label="Loading tickets" className="divide-y">
              {Array.from({ length: 6 }, (_, index) => (
                <div key={String(index)} className="space-y-2 px-4 py-3.5">
                  <Skeleton className="h-4 w-2/3" />
                  <Skeleton className="h-3 w-full" />
                </div>
              ))}
            </Loading>
          ) : error && !data ? (
            <ErrorState message={describeError(error, 'Failed to load the tickets').message} onRetry={refetch} />
          ) : data?.data.length === 0 ? (
            <EmptyState
              icon={<LifeBuoy aria-hidden />}
              title="No tickets found"
              message={isFiltered ? 'Try another search or status.' : 'Nobody has asked anything yet.'}
              action={
                isFiltered ? (
                  <Button onClick={() => change({ status: null, search: null })}>Clear filters</Button>
                ) : undefined
              }
            />
          ) : (
            <>
              <ul className={cx('divide-y transition-opacity', isPlaceholderData && 'opacity-50')} aria-label="Tickets">
                {data?.data.map((ticket) => (
                  <TicketEntry
                    key={ticket.id}
                    ticket={ticket}
                    isOpen={ticket.id === openId}
                    hasDraft={Boolean(drafts[ticket.id])}
                    onOpen={() => setSearch((before) => withParams(before, { ticket: ticket.id }))}
                  />
                ))}
              </ul>
              {data && (
                <Pagination
                  className="border-t px-4 py-3 empty:hidden"
                  current={data.meta.current_page}
                  last={data.meta.last_page}
                  onPage={(page) => change({ page: page === 1 ? null : String(page) })}
                  busy={isPlaceholderData}
                />
              )}
            </>
          )}
        </Card>
        {open ? (
          <TicketThread
            key={open.id}
            ticket={open}
            draft={drafts[open.id] ?? ''}
            onDraft={(text) => setDrafts((all) => ({ ...all, [open.id]: text }))}
            onBack={() => setSearch((before) => withParams(before, { ticket: null }))}
          />
        ) : isEmpty ? null : (
          <Card className="max-lg:hidden">
            <EmptyState
              icon={<MessageSquareText aria-hidden />}
              title="Choose a ticket"
              message="Its conversation and the box for your answer open here."
            />
          </Card>
        )}
      </div>
    </>
  );
}
