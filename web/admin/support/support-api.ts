import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { SupportTicket } from '#bff/contract/support.ts';
import { useAdministrator } from '#web/lib/administrator.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import type { Answer } from '#web/lib/api-types.ts';
import { invalidate, queryKey } from '#web/lib/query-key.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

/** The id of an answer that is shown before the server has it; the real one replaces it. */
export const SENDING_ID = 'sending';
const LISTS = queryKey('GET /admin/support-tickets');

export const ticketQuery = (id: string) => apiQuery('GET /admin/support-tickets/:id', { params: { id } });

/** Earlier cache entries by key, for an undo. */
type Earlier = readonly (readonly [QueryKey, unknown])[];

/** Changes a ticket in all lists; returns the earlier entries. */
function useShownTickets() {
  const client = useQueryClient();
  return {
    change: (id: string, how: (ticket: SupportTicket) => SupportTicket): Earlier => {
      const one = ticketQuery(id).queryKey;
      const before = [...client.getQueriesData({ queryKey: LISTS }), [one, client.getQueryData(one)] as const];
      client.setQueriesData<Answer<'GET /admin/support-tickets'>>(
        { queryKey: LISTS },
        (page) => page && { ...page, data: page.data.map((ticket) => (ticket.id === id ? how(ticket) : ticket)) },
      );
      client.setQueryData(one, (answer) => answer && { data: how(answer.data) });
      return before;
    },
    restore: (before: Earlier = []) => {
      for (const [key, earlier] of before) client.setQueryData(key, earlier);
    },
    stop: (id: string) =>
      Promise.all([LISTS, ticketQuery(id).queryKey].map((queryKey) => client.cancelQueries({ queryKey }))),
    reload: () => invalidate(client, '/admin/support-tickets', '/admin/audit'),
  };
}

/** Answers by mail: shown at once, removed with the reason where it is refused. Throws ApiError. */
export function useReply() {
  const shown = useShownTickets();
  const { administrator: me } = useAdministrator();
  return useWrite('POST /admin/support-tickets/:id/reply', {
    onMutate: async ({ params: { id }, body: { message } }) => {
      await shown.stop(id);
      const administrator = { id: me?.id ?? '', name: me?.name ?? 'You' };
      const reply = { id: SENDING_ID, message, administrator, created_at: new Date().toISOString() };
      return shown.change(id, (each) => ({ ...each, status: 'answered', replies: [...each.replies, reply] }));
    },
    onSuccess: (answer, { params }) => {
      shown.change(params.id, () => answer.data);
      toast.success(answer.message);
    },
    onError: (error, _values, before) => {
      shown.restore(before);
      toastError(error, 'Your answer was not sent. It is still in the box; please send it again.');
    },
    onSettled: shown.reload,
  });
}

/** Closes or reopens: shown at once, undone with the reason where it is refused. */
export function useSetTicketStatus() {
  const shown = useShownTickets();
  return useWrite('PATCH /admin/support-tickets/:id', {
    onMutate: async ({ params: { id }, body: { status } }) => {
      await shown.stop(id);
      return shown.change(id, (each) => ({ ...each, status }));
    },
    onSuccess: (answer) => toast.success(answer.message),
    onError: (error, _values, before) => {
      shown.restore(before);
      toastError(error, 'The ticket could not be changed. Please try again.');
    },
    onSettled: shown.reload,
  });
}
