import {
  keepPreviousData,
  type QueryKey,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SupportTicket, TicketPage, TicketStatus } from '#bff/contract/support.ts';
import { adminFetch } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';
import { useAdministrator } from '#web/lib/session.ts';
import { toastError } from '#web/lib/toast-error.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { toast } from '#web/ui/toast.ts';

export type TicketFilters = { page: number; status: string; search: string };
type Saved = { message: string; data: SupportTicket };

/** An answer shown before the server has it; the real one takes its place. */
export const SENDING_ID = 'sending';
/** New tickets come in while one answers the others. */
const REFRESH_MILLISECONDS = 60_000;
const LISTS = [...keys.admin.support.all, 'list'] as const;

export const useTickets = (filters: TicketFilters) =>
  useQuery({
    queryKey: keys.admin.support.list(filters),
    queryFn: ({ signal }) => adminFetch<TicketPage>('/support-tickets', { query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MILLISECONDS,
  });

/**
 * The open ticket: as its list has it, else as it was last seen, for an answered one leaves the list of open ones while it
 * is still being looked at. Undefined when it was never seen.
 */
export function useOpenTicket(id: string | null, listed: SupportTicket | undefined): SupportTicket | undefined {
  const client = useQueryClient();
  const queryKey = keys.admin.support.one(id ?? '');
  useEffect(() => {
    if (listed) client.setQueryData<SupportTicket>(keys.admin.support.one(listed.id), listed);
  }, [client, listed]);
  const { data: seen } = useQuery<SupportTicket>({ queryKey, queryFn: skipToken });
  return id === null ? undefined : (listed ?? seen);
}

/** What the cache held, by key, to put back. */
type Earlier = readonly (readonly [QueryKey, unknown])[];

/** Changes a ticket in every list that holds it; answers how they were before. */
function useTicketLists() {
  const client = useQueryClient();
  const change = (id: string, how: (ticket: SupportTicket) => SupportTicket): Earlier => {
    const before = client.getQueriesData<TicketPage>({ queryKey: LISTS });
    client.setQueriesData<TicketPage>(
      { queryKey: LISTS },
      (page) => page && { ...page, data: page.data.map((ticket) => (ticket.id === id ? how(ticket) : ticket)) },
    );
    const key = keys.admin.support.one(id);
    const one = client.getQueryData<SupportTicket>(key);
    if (!one) return before;
    client.setQueryData<SupportTicket>(key, how(one));
    return [...before, [key, one] as const];
  };
  const restore = (before: Earlier | undefined) => {
    for (const [key, earlier] of before ?? []) client.setQueryData(key, earlier);
  };
  const stop = () => client.cancelQueries({ queryKey: LISTS });
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.admin.support.all }),
      client.invalidateQueries({ queryKey: keys.admin.audit.all }),
    ]);
  return { change, restore, stop, reload };
}

/** Answers by mail: shown at once, taken back with the reason when it is refused. Throws ApiError. */
export function useReply() {
  const lists = useTicketLists();
  const { administrator: me } = useAdministrator();
  return useWrite<Saved, { ticket: SupportTicket; message: string }>(
    ({ ticket, message }, idempotencyKey) =>
      adminFetch<Saved>(`/support-tickets/${ticket.id}/reply`, { method: 'POST', body: { message }, idempotencyKey }),
    {
      onMutate: async ({ ticket, message }) => {
        await lists.stop();
        const administrator = { id: me?.id ?? '', name: me?.name ?? 'You' };
        const reply = { id: SENDING_ID, message, administrator, created_at: new Date().toISOString() };
        return lists.change(ticket.id, (each) => ({ ...each, status: 'answered', replies: [...each.replies, reply] }));
      },
      onSuccess: (answer, { ticket }) => {
        lists.change(ticket.id, () => answer.data);
        toast.success(answer.message);
      },
      onError: (error, _values, before) => {
        lists.restore(before as Earlier | undefined);
        toastError(error, 'Your answer was not sent. It is still in the box; please send it again.');
      },
      onSettled: lists.reload,
    },
  );
}

/** Closes or reopens: shown at once, taken back with the reason when it is refused. */
export function useSetTicketStatus() {
  const lists = useTicketLists();
  return useMutation({
    mutationFn: ({ ticket, status }: { ticket: SupportTicket; status: TicketStatus }) =>
      adminFetch<Saved>(`/support-tickets/${ticket.id}`, { method: 'PATCH', body: { status } }),
    onMutate: async ({ ticket, status }) => {
      await lists.stop();
      return lists.change(ticket.id, (each) => ({ ...each, status }));
    },
    onSuccess: (answer) => toast.success(answer.message),
    onError: (error, _values, before) => {
      lists.restore(before);
      toastError(error, 'The ticket could not be changed. Please try again.');
    },
    onSettled: lists.reload,
  });
}
