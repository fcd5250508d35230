import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useResend } from './use-resend.ts';

/** After a sign-up, above the sign-in: where the link was sent, and a button that sends it again. */
export function CheckInbox({ email }: { email: string }) {
  const { secondsLeft, resend } = useResend(email);
  return (
    <Alert
      tone="info"
      title={`We sent a link to ${email}`}
      action={
        <Button size="sm" disabled={secondsLeft > 0} onClick={resend}>
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'}
        </Button>
      }
    >
      Open it to verify your address. Look in your spam folder, too.
    </Alert>
  );
}
