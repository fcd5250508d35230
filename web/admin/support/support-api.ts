import { type QueryKey, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SupportTicket } from '#bff/contract/support.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { useAdministrator } from '#web/lib/session.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

/** An answer shown before the server has it; the real one takes its place. */
export const SENDING_ID = 'sending';
const LISTS = queryKey('GET /admin/support-tickets');
type Page = Answer<'GET /admin/support-tickets'>;
const oneKey = (id: string) => ['admin', 'support-tickets', id];

/**
 * The open ticket: as its list has it, else as it was last seen, because an answered one leaves the list of open ones while it
 * is still being looked at. Undefined when it was never seen.
 */
export function useOpenTicket(id: string | null, listed: SupportTicket | undefined): SupportTicket | undefined {
  const client = useQueryClient();
  useEffect(() => {
    if (listed) client.setQueryData<SupportTicket>(oneKey(listed.id), listed);
  }, [client, listed]);
  const { data: seen } = useQuery<SupportTicket>({ queryKey: oneKey(id ?? ''), queryFn: skipToken });
  return id === null ? undefined : (listed ?? seen);
}

/** What the cache held, by key, to put back. */
type Earlier = readonly (readonly [QueryKey, unknown])[];

/** Changes a ticket in every list that holds it; answers how they were before. */
function useTicketLists() {
  const client = useQueryClient();
  const change = (id: string, how: (ticket: SupportTicket) => SupportTicket): Earlier => {
    const before = client.getQueriesData<Page>({ queryKey: LISTS });
    client.setQueriesData<Page>(
      { queryKey: LISTS },
      (page) => page && { ...page, data: page.data.map((ticket) => (ticket.id === id ? how(ticket) : ticket)) },
    );
    const key = oneKey(id);
    const one = client.getQueryData<SupportTicket>(key);
    if (!one) return before;
    client.setQueryData<SupportTicket>(key, how(one));
    return [...before, [key, one] as const];
  };
  const restore = (before: Earlier | undefined) => {
    for (const [key, earlier] of before ?? []) client.setQueryData(key, earlier);
  };
  const stop = () => client.cancelQueries({ queryKey: LISTS });
  const reload = () => invalidate(client, '/admin/support-tickets', '/admin/audit');
  return { change, restore, stop, reload };
}

/** Answers by mail: shown at once, taken back with the reason when it is refused. Throws ApiError. */
export function useReply() {
  const lists = useTicketLists();
  const { administrator: me } = useAdministrator();
  return useWrite('POST /admin/support-tickets/:id/reply', {
    onMutate: async ({ params, body: { message } }) => {
      await lists.stop();
      const administrator = { id: me?.id ?? '', name: me?.name ?? 'You' };
      const reply = { id: SENDING_ID, message, administrator, created_at: new Date().toISOString() };
      return lists.change(params.id, (each) => ({ ...each, status: 'answered', replies: [...each.replies, reply] }));
    },
    onSuccess: (answer, { params }) => {
      lists.change(params.id, () => answer.data);
      toast.success(answer.message);
    },
    onError: (error, _values, before) => {
      lists.restore(before);
      toastError(error, 'Your answer was not sent. It is still in the box; please send it again.');
    },
    onSettled: lists.reload,
  });
}

/** Closes or reopens: shown at once, taken back with the reason when it is refused. */
export function useSetTicketStatus() {
  const lists = useTicketLists();
  return useWrite('PATCH /admin/support-tickets/:id', {
    onMutate: async ({ params, body: { status } }) => {
      await lists.stop();
      return lists.change(params.id, (each) => ({ ...each, status }));
    },
    onSuccess: (answer) => toast.success(answer.message),
    onError: (error, _values, before) => {
      lists.restore(before);
      toastError(error, 'The ticket could not be changed. Please try again.');
    },
    onSettled: lists.reload,
  });
}
