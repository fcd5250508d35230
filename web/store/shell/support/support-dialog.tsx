import { useEffect, useState } from 'react';
import { useWrite } from '#web/lib/api/use-write.ts';
import { serverMessage } from '#web/lib/call/api-error.ts';
import { useKeptValues } from '#web/lib/form/use-kept-values.ts';
import { showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { fields, note, text } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

const SUCCESS_MILLISECONDS = 5000;
const FAILED = 'Failed to submit ticket. Please try again later.';

type Outcome = { tone: 'ok' | 'bad'; title: string; text?: string };
const SENT: Outcome = { tone: 'ok', title: 'Your support ticket has been submitted successfully!' };

/** Signed in or not. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const { user } = useCustomer();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useZodForm(
    () => import('#bff/contract/people/support-form.ts').then((m) => m.SupportTicketForm),
    { fullName: user?.name ?? '', email: user?.email ?? '', subject: '', message: '' },
    // An error disappears with the first key in its field.
    { reValidateMode: 'onSubmit' },
  );
  const forget = useKeptValues(form, 'support');
  const send = useWrite('POST /support/send-ticket', { done: null });
  useEffect(() => {
    if (outcome !== SENT) return;
    const timer = setTimeout(() => setOutcome(null), SUCCESS_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const submit = form.handleSubmit(async (body) => {
    setOutcome(null);
    try {
      const answer = await send.mutateAsync({ body });
      if (!answer.success) {
        setOutcome({ tone: 'bad', title: 'Failed to create ticket', text: answer.message || FAILED });
        return;
      }
      form.reset();
      forget();
      setOutcome(SENT);
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      setOutcome({ tone: 'bad', title: 'Failed to send support ticket', text: serverMessage(error, FAILED) });
    }
  });
  const clears = (name: 'fullName' | 'email' | 'subject' | 'message') => ({ onInput: () => form.clearErrors(name) });
  return (
    <Dialog
      onClose={onClose}
      title="Contact support"
      description="Tell us what you need; we answer by email, day and night."
      onSubmit={submit}
      footer={
        <>
          <Button
            onClick={() => {
              forget();
              onClose();
            }}
          >
            Cancel
          </Button>
          <SubmitButton form={form} busyText="Submitting...">
            Submit
          </SubmitButton>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        {outcome && (
          <Alert tone={outcome.tone} title={outcome.title}>
            {outcome.text}
          </Alert>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {fields(form, [
            text('fullName', 'Full name', { autoComplete: 'name', ...clears('fullName') }),
            text('email', 'Email', { type: 'email', autoComplete: 'email', ...clears('email') }),
          ])}
        </div>
        {fields(form, [
          text('subject', 'Subject', clears('subject')),
          note('message', 'Message', { rows: 5, ...clears('message') }),
        ])}
      </div>
    </Dialog>
  );
}
