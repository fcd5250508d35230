import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { SupportTicket } from '#bff/contract/people/support.ts';
import { refusal } from '#web/testing/network.ts';
import { renderScreen, textIn } from '#web/testing/render.tsx';
import { idOf } from '#web/testing/samples.ts';
import { TicketThread } from './ticket-thread.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const ticket: SupportTicket = {
  id: idOf(70),
  number: 'TCK-000007',
  full_name: 'Maya Lindqvist',
  email: 'maya@example.com',
  subject: 'A code is refused',
  message: 'The second of my last order.',
  status: 'open',
  user: null,
  replies: [],
  created_at: AT,
  updated_at: AT,
};
const LATER = refusal(503, { message: 'Later, please.', code: 'unavailable' });
const Thread = ({ known }: { known?: SupportTicket }) => {
  const [draft, setDraft] = useState('');
  return <TicketThread id={ticket.id} known={known} draft={draft} onDraft={setDraft} onClose={() => undefined} />;
};

describe('a ticket', () => {
  it('that does not exist is not found, and is not to be tried again', async () => {
    renderScreen(<Thread />, {
      realm: 'admin',
      answers: {
        'GET /admin/support-tickets/:id': refusal(404, { message: 'There is no such ticket.', code: 'not_found' }),
      },
    });
    assert.ok(await screen.findByText('Ticket not found'));
    assert.equal(screen.queryByRole('button', { name: 'Try again' }), null);
  });

  it('keeps an answer that was refused in the box', async () => {
    const { user, writes } = renderScreen(<Thread known={ticket} />, {
      realm: 'admin',
      answers: {
        'GET /admin/support-tickets/:id': { data: ticket },
        'GET /admin/session': LATER,
        'POST /admin/support-tickets/:id/reply': LATER,
      },
    });
    await user.type(screen.getByLabelText('Your answer'), 'Please send us the code.');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    await waitFor(() => assert.equal(writes().length, 1));
    await waitFor(() => assert.equal(textIn(screen.getByLabelText('Your answer')), 'Please send us the code.'));
    assert.equal(screen.queryByText('Sending...'), null);
  });
});
