import { type FormEvent, useEffect, useState } from 'react';
import type { SendTicketBody } from '#bff/contract/support.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { useCustomer } from '#web/lib/session.ts';
import { useWrite } from '#web/lib/use-write.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

const SUCCESS_MILLISECONDS = 5000;
const FAILED = 'Failed to submit ticket. Please try again later.';
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

type Ticket = SendTicketBody;
type Problems = Partial<Record<keyof Ticket, string>>;

const REQUIRED: Record<keyof Ticket, string> = {
  fullName: 'Full name is required',
  email: 'Email is required',
  subject: 'Subject is required',
  message: 'Message is required',
};
const FIELDS = Object.keys(REQUIRED) as (keyof Ticket)[];

/** What is wrong with a ticket, by field; empty when it may be sent. */
function problemsOf(ticket: Ticket): Problems {
  const problems: Problems = {};
  for (const field of FIELDS) if (ticket[field].trim() === '') problems[field] = REQUIRED[field];
  if (!problems.email && !EMAIL.test(ticket.email.trim())) problems.email = 'Please enter a valid email address';
  return problems;
}

/** Sends a ticket to support, signed in or not. */
export function SupportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { user } = useCustomer();
  const fresh = (): Ticket => ({ fullName: user?.name ?? '', email: user?.email ?? '', subject: '', message: '' });
  const [ticket, setTicket] = useState(fresh);
  const [problems, setProblems] = useState<Problems>({});
  const [sent, setSent] = useState(false);
  const send = useWrite('POST /support/send-ticket', {
    onSuccess: () => {
      setTicket(fresh());
      setSent(true);
    },
    onError: (error) => {
      if (!isApiError(error)) return;
      const refused = FIELDS.flatMap((field) => (error.errors[field]?.[0] ? [[field, error.errors[field][0]]] : []));
      setProblems(Object.fromEntries(refused));
    },
  });
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => setSent(false), SUCCESS_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [sent]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(ticket);
    setProblems(found);
    if (Object.keys(found).length === 0 && !send.isPending) {
      send.mutate({
        body: {
          fullName: ticket.fullName.trim(),
          email: ticket.email.trim(),
          subject: ticket.subject.trim(),
          message: ticket.message.trim(),
        },
      });
    }
  };
  const bind = (field: keyof Ticket) => ({
    name: field,
    value: ticket[field],
    onChange: (event: { target: { value: string } }) => {
      setTicket({ ...ticket, [field]: event.target.value });
      setProblems({ ...problems, [field]: undefined });
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Contact support"
      description="Tell us what you need; we answer by email, day and night."
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={send.isPending} busyText="Submitting...">
            Submit
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        {sent && <Alert tone="ok">Your support ticket has been submitted successfully!</Alert>}
        {send.isError && Object.values(problems).every((problem) => !problem) && <Alert tone="bad">{FAILED}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Full name" required error={problems.fullName}>
            <TextInput autoComplete="name" {...bind('fullName')} />
          </Field>
          <Field label="Email" required error={problems.email}>
            <TextInput type="email" autoComplete="email" {...bind('email')} />
          </Field>
        </div>
        <Field label="Subject" required error={problems.subject}>
          <TextInput {...bind('subject')} />
        </Field>
        <Field label="Message" required error={problems.message}>
          <Textarea rows={5} {...bind('message')} />
        </Field>
      </div>
    </Dialog>
  );
}
