import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CheckCheck, RotateCcw, Send } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import type { SupportTicket } from '#bff/contract/people/support.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { fieldError, isApiError } from '#web/lib/call/api-error.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Textarea } from '#web/ui/form/controls/textarea.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Avatar } from '#web/ui/text/avatar.tsx';
import { StateBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { SENDING_ID, ticketQuery, useReply, useSetTicketStatus } from './support-api.ts';
import { TICKET_STATES } from './ticket-entry.tsx';

const MAX_REPLY_LENGTH = 5_000;

type Draft = { draft: string; onDraft: (text: string) => void };
export function TicketThread({ id, known, draft, onDraft, onClose }: Draft & OpenRecord<SupportTicket>) {
  const read = useQuery({ ...ticketQuery(id), placeholderData: known && { data: known } });
  const ticket = read.data?.data;
  const back = (
    <Button variant="link" icon={<ArrowLeft aria-hidden />} onClick={onClose} className="mb-3 lg:hidden">
      Back to tickets
    </Button>
  );
  if (!ticket) {
    return (
      <Card>
        {back}
        {read.error ? (
          <LoadError
            of={read}
            failed="Failed to load the ticket"
            missing={{ title: 'Ticket not found', message: 'The link may be old.' }}
          />
        ) : (
          <Loading label="Loading the ticket" shapes={['h-64 w-full']} />
        )}
      </Card>
    );
  }
  return (
    <Card padded={false} className="overflow-hidden">
      <header className="border-b px-5 py-4">
        {back}
        <ThreadHead ticket={ticket} />
      </header>
      <ol className="flex flex-col gap-5 px-5 py-5" aria-label="Conversation">
        <Message name={ticket.full_name} at={ticket.created_at} text={ticket.message} />
        {ticket.replies.map((reply) => (
          <Message
            key={reply.id}
            name={reply.administrator.name}
            at={reply.created_at}
            text={reply.message}
            isOurs
            isSending={reply.id === SENDING_ID}
          />
        ))}
      </ol>
      <May permission="support:write">
        <ReplyBox ticket={ticket} draft={draft} onDraft={onDraft} />
      </May>
    </Card>
  );
}

function ThreadHead({ ticket }: { ticket: SupportTicket }) {
  const setStatus = useSetTicketStatus();
  const isClosed = ticket.status === 'closed';
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-base font-semibold wrap-anywhere">{ticket.subject}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="tabular">{ticket.number}</span>
          {ticket.user ? (
            <Link href={`/admin/users/${ticket.user.id}`} className="text-accent-ink hover:underline">
              {ticket.full_name}
            </Link>
          ) : (
            <span>{ticket.full_name} (visitor)</span>
          )}
          <span className="inline-flex items-center gap-1 wrap-anywhere">
            {ticket.email}
            <CopyButton value={ticket.email} label="Copy the email address" />
          </span>
        </p>
      </div>
      <div className="flex items-center gap-3">
        <StateBadge of={TICKET_STATES[ticket.status]} />
        <May permission="support:write">
          <Button
            size="sm"
            icon={isClosed ? <RotateCcw aria-hidden /> : <CheckCheck aria-hidden />}
            busy={setStatus.isPending}
            onClick={() =>
              setStatus.mutate({ params: { id: ticket.id }, body: { status: isClosed ? 'open' : 'closed' } })
            }
          >
            {isClosed ? 'Reopen' : 'Close'}
          </Button>
        </May>
      </div>
    </div>
  );
}

type MessageProps = { name: string; at: string; text: string; isOurs?: boolean; isSending?: boolean };

function Message({ name, at, text, isOurs = false, isSending = false }: MessageProps) {
  return (
    <li className="flex gap-3">
      <Avatar name={name} size="sm" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium">{name}</span>
          {isOurs && <span className="text-xs text-muted">Support</span>}
          <span className="text-xs text-muted">
            {isSending ? 'Sending...' : <DateText value={at} format="datetime" />}
          </span>
        </p>
        <div
          className={cx(
            'mt-1.5 rounded-lg px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap',
            isOurs ? 'bg-accent-soft' : 'bg-sunken',
          )}
        >
          {text}
        </div>
      </div>
    </li>
  );
}

function ReplyBox({ ticket, draft, onDraft }: Draft & { ticket: SupportTicket }) {
  const [error, setError] = useState<string>();
  const reply = useReply();
  const setStatus = useSetTicketStatus();
  const send = async (closes: boolean) => {
    if (reply.isPending) return;
    const message = draft.trim();
    if (message === '') return setError('Message is required');
    setError(undefined);
    onDraft('');
    try {
      await reply.mutateAsync({ params: { id: ticket.id }, body: { message } });
    } catch (failure) {
      // The text returns to the box, because the customer has not got it.
      onDraft(message);
      setError(fieldError(failure, 'message'));
      if (!isApiError(failure)) throw failure;
      return;
    }
    if (closes) setStatus.mutate({ params: { id: ticket.id }, body: { status: 'closed' } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void send(false);
  };
  return (
    <form
      noValidate
      className="border-t bg-surface px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <Field
        label="Your answer"
        error={error}
        hint={`Goes to ${ticket.email} by email. Ctrl or ⌘ with Enter sends it.`}
      >
        <Textarea
          rows={4}
          maxLength={MAX_REPLY_LENGTH}
          placeholder={`Hello ${ticket.full_name.split(' ')[0] ?? ''}, ...`}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {ticket.status !== 'closed' && (
          <Button disabled={draft.trim() === ''} onClick={() => send(true)}>
            Send and close
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          icon={<Send aria-hidden />}
          busy={reply.isPending}
          busyText="Sending..."
        >
          Send answer
        </Button>
      </div>
    </form>
  );
}
