import { Hand } from 'lucide-react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { MailedAction } from './mailed-action.tsx';

/** The page behind "This was not me" in the mail about a withdrawal. */
export function StopWithdrawalPage() {
  const { token = '' } = useParams<{ token: string }>();
  return (
    <MailedAction
      icon={<Hand aria-hidden />}
      title="Stop a withdrawal"
      description="Somebody asked us to pay money out of your wallet. If that was not you, stop it here: every device is signed out, API keys stop working, and we mail you a link to choose a new password."
      label="This was not me"
      busyText="Stopping..."
      act={() => api('POST /withdrawals/stop', { body: { token }, authenticated: false })}
      failed="It could not be stopped. Please try again, or contact our support at once."
      done={{ title: 'Your account is safe', href: '/login', label: 'Go to sign-in' }}
    />
  );
}
