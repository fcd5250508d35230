import type { QueryClient } from '@tanstack/react-query';
import type { SupportTicket } from '#bff/contract/people/support.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { hold, queryKey } from '#web/lib/cache/query-key.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';

/** The id of an answer that is shown before the server has it; the real one replaces it. */
export const SENDING_ID = 'sending';
const LISTS = queryKey('GET /admin/support-tickets');

export const ticketQuery = (id: string) => apiQuery('GET /admin/support-tickets/:id', { params: { id } });

type Change = (ticket: SupportTicket) => SupportTicket;

/** Changes a ticket wherever it is shown. */
function change(client: QueryClient, id: string, how: Change): void {
  client.setQueriesData<Answer<'GET /admin/support-tickets'>>(
    { queryKey: LISTS },
    (page) => page && { ...page, data: page.data.map((ticket) => (ticket.id === id ? how(ticket) : ticket)) },
  );
  client.setQueryData(ticketQuery(id).queryKey, (answer) => answer && { data: how(answer.data) });
}

/** The same before the answer; returns what restores the earlier state. */
async function changeAtOnce(client: QueryClient, id: string, how: Change): Promise<() => void> {
  const putBack = await hold(client, { queryKey: LISTS }, { queryKey: ticketQuery(id).queryKey });
  change(client, id, how);
  return putBack;
}

const STALE = ['/admin/support-tickets', '/admin/audit'] as const;

/** Answers by mail: shown at once, removed with the reason where it is refused. Throws ApiError. */
export function useReply() {
  const { administrator: me } = useAdministrator();
  return useWrite('POST /admin/support-tickets/:id/reply', {
    atOnce: ({ params, body: { message } }, client) => {
      const administrator = { id: me?.id ?? '', name: me?.name ?? 'You' };
      const reply = { id: SENDING_ID, message, administrator, created_at: new Date().toISOString() };
      return changeAtOnce(client, params.id, (each) => ({
        ...each,
        status: 'answered',
        replies: [...each.replies, reply],
      }));
    },
    after: ({ data }, client) => change(client, data.id, () => data),
    failed: 'Your answer was not sent. It is still in the box; please send it again.',
    stale: STALE,
  });
}

/** Closes or reopens: shown at once, undone with the reason where it is refused. */
export const useSetTicketStatus = () =>
  useWrite('PATCH /admin/support-tickets/:id', {
    atOnce: ({ params, body: { status } }, client) => changeAtOnce(client, params.id, (each) => ({ ...each, status })),
    failed: 'The ticket could not be changed. Please try again.',
    stale: STALE,
  });
