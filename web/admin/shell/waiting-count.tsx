import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { usePollInterval } from '#web/shared/notifications/poll-interval.ts';
import { POLL_MILLISECONDS } from '#web/shared/notifications/unread.ts';

/** How many requests the administrator may confirm as the second one; nothing at zero. */
export function WaitingCount() {
  const { data } = useQuery({
    ...apiQuery('GET /admin/approvals', { query: { per_page: 1 } }),
    refetchInterval: usePollInterval('admin', POLL_MILLISECONDS),
  });
  const count = data?.meta.to_confirm ?? 0;
  if (count === 0) return null;
  return (
    <span className="tabular ml-auto grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent">
      <span className="sr-only">: </span>
      {count}
      <span className="sr-only"> to confirm</span>
    </span>
  );
}
